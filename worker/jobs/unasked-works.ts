// Orders for which the user was not asked. Only a proposal of the chat may be ordered so, as it was proposed, and only for tokens that the
// user has allowed. The limit itself counts in the commit that adds the works (data/history/cards.ts); here most are refused before.
import type { StudioKind } from '#contract/catalogue/entry.ts'
import type { WorkProposal } from '#contract/work-proposal.ts'
import { findUnasked } from '#data/history/card-works.ts'
import type { NewJob } from '#data/history/jobs.ts'
import type { Card } from '#domain/work-in-chat.ts'
import { type AppContext, historyOf } from '../http/context.ts'
import { AppError } from '../http/errors.ts'

const kindsOf: Record<WorkProposal['kind'], readonly StudioKind[]> = {
  picture: ['image'],
  change: ['image', 'image-tool'],
  film: ['video'],
  voice: ['audio']
}

/** The answer and the place among its proposals that an operation names; null: it names none. */
function namedBy(operationId: string): { answerId: string; index: number } | null {
  const [, answerId, digit] = /^(.+)-p(\d)$/.exec(operationId) ?? []
  if (answerId === undefined) return null
  return { answerId, index: Number(digit) }
}

/** What is proposed may be cut, where a tool takes less. */
const isOf = ({ kind, prompt }: WorkProposal, job: Pick<NewJob, 'kind'>, { request }: Card): boolean =>
  kindsOf[kind].includes(job.kind) && prompt.startsWith(request)

/** Why the works may not begin without a question; null: they may. */
export async function unaskedFlaw(
  c: AppContext,
  card: Card,
  jobs: readonly Pick<NewJob, 'kind' | 'priceTokens'>[]
): Promise<AppError | null> {
  const named = namedBy(card.operationId)
  const [job] = jobs
  if (!named || !job) return new AppError('BAD_REQUEST')
  const { proposals, leftTokens } = await findUnasked(historyOf(c), card.conversationId, named.answerId)
  const proposal = proposals?.[named.index]
  if (!proposal || !isOf(proposal, job, card)) return new AppError('BAD_REQUEST')
  const total = jobs.reduce((sum, { priceTokens }) => sum + priceTokens, 0)
  return total <= (leftTokens ?? 0) ? null : new AppError('CHAT_BUDGET_SPENT')
}
