// What a model proposes to make, loaded with the first answer that proposes something.
import { Suspense } from 'react'
import type { Message } from '#contract/chats.ts'
import type { WorkProposal } from '#contract/work-proposal.ts'
import { FailureBoundary } from '../../base/ui/failure-boundary.tsx'
import { Skeleton } from '../../base/ui/skeleton.tsx'
import { late } from '../../base/page/late.ts'
import type { ThreadActions } from './thread-actions.ts'

const Proposals = late(async () => (await import('./proposals.tsx')).Proposals)
const ProposalWords = late(async () => (await import('./proposals.tsx')).ProposalWords)

interface LateProposalsProps {
  proposals: readonly WorkProposal[]
  /** The operation of the answer, if it belongs to one. */
  answerId: string | undefined
  message: Message | null
  isWatched: boolean
  isLost: boolean
  isLast: boolean
  path: string
  actions: ThreadActions
}

/** Cards where works can be ordered, else words; nothing for an answer that proposes nothing. */
export function LateProposals({ proposals, answerId, actions, ...rest }: LateProposalsProps) {
  const { works, disabled } = actions
  if (proposals.length === 0) return null
  return (
    <FailureBoundary failure={proposals.map(({ prompt }) => prompt).join('\n')}>
      <Suspense fallback={<Skeleton className="mt-3 h-36 rounded-card" />}>
        {works?.begin ? (
          <Proposals
            {...rest}
            {...{ proposals, disabled }}
            answerId={answerId ?? null}
            conversationId={works.place.conversationId}
          />
        ) : (
          <ProposalWords proposals={proposals} />
        )}
      </Suspense>
    </FailureBoundary>
  )
}
