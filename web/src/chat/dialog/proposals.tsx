import { proposalLine } from '#contract/proposal-words.ts'
import type { WorkProposal } from '#contract/work-proposal.ts'
import { formatCount } from '../../base/format/tokens.ts'
import { useSession } from '../../base/session/session.tsx'
import { notify } from '../../base/ui/notify.ts'
import { useLateDialog } from '../../base/ui/use-late-dialog.ts'
import { lateDialog } from '../../base/ui/late-dialog.tsx'
import { chatLink } from '../conversations/addresses.ts'
import { openPanel } from '../create/open-panel.ts'
import { formFileOf } from '../create/dialog-pictures.ts'
import { createKindOf } from '../create/proposed-plan.ts'
import { draftBox, draftKey } from '../draft/draft-box.ts'
import { Proposal } from './proposal-card.tsx'
import { type ProposalsOf, type Shown, useProposals } from './use-proposals.ts'

const BudgetDialog = lateDialog(async () => (await import('../acts/budget-dialog.tsx')).BudgetDialog)

/** Where nothing can be created: what the model has proposed, in words. */
export const ProposalWords = ({ proposals }: { proposals: readonly WorkProposal[] }) => (
  <div className="mt-3 flex flex-col gap-1 text-small text-ink-soft">
    {proposals.map((proposal, index) => (
      // oxlint-disable-next-line react/no-array-index-key -- they never change their places
      <p key={index} dir="auto" className="wrap-anywhere">
        {proposalLine(proposal)}
      </p>
    ))}
  </div>
)

interface ProposalsProps extends ProposalsOf {
  /** Of the chat's page. */
  path: string
  /** It is the last message of the dialog. */
  isLast: boolean
}

/** What the model proposes to make after its answer: nothing is ordered before the user says so. */
export function Proposals({ path, isLast, ...of }: ProposalsProps) {
  const { proposals, conversationId } = of
  const { shown, settings, order, takePicture } = useProposals(of)
  const { user } = useSession()

  async function edit({ kind, prompt }: WorkProposal, { picture }: Shown) {
    const box = draftBox(draftKey(path, conversationId), user?.id)
    const before = box.draft().prompt
    box.type(prompt)
    if (before.trim() !== '' && before.trim() !== prompt.trim())
      notify.info('Описание заменило ваш черновик', { label: 'Вернуть', onClick: () => box.type(before) })
    const source = picture ? await formFileOf(picture).catch(() => undefined) : undefined
    openPanel(box.key, { kind: createKindOf[kind], source })
  }

  return (
    <>
      <ul aria-label="Предложения модели" className="mt-3 flex flex-col gap-2">
        {proposals.map((proposal, index) => {
          const one = shown[index]
          return (
            one && (
              <Proposal
                // oxlint-disable-next-line react/no-array-index-key -- they never change their places
                key={index}
                proposal={proposal}
                shown={one}
                back={chatLink(path, conversationId)}
                onOrder={() => order(index)}
                onEdit={() => void edit(proposal, one)}
                onTakePicture={(takes) => takePicture(index, takes)}
              />
            )
          )
        })}
      </ul>
      {isLast && settings && <Budget conversationId={conversationId} works={settings.works} />}
    </>
  )
}

interface BudgetProps {
  conversationId: number
  works: { limitTokens: number; spentTokens: number } | null
}

/** What the chat may spend on such works by itself. */
function Budget({ conversationId, works }: BudgetProps) {
  const { open, setOpen, wasOpened, show } = useLateDialog()
  return (
    <p className="mt-1 flex flex-wrap items-center gap-x-2 text-caption text-ink-soft">
      {works && (
        <span>{`Без вопроса потрачено ${formatCount(works.spentTokens)} из ${formatCount(works.limitTokens)}`}</span>
      )}
      <button
        type="button"
        onClick={show}
        className="rounded-small py-2 underline underline-offset-3 hover:text-ink pointer-coarse:py-3"
      >
        {works ? 'Изменить лимит' : 'Создавать без вопроса'}
      </button>
      {wasOpened && <BudgetDialog conversationId={conversationId} open={open} onClose={() => setOpen(false)} />}
    </p>
  )
}
