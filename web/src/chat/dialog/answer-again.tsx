import { Lock, RefreshCw } from 'lucide-react'
import { answerPrice, offeredOf, type AnswerExtras } from '#contract/catalogue/answer-extras.ts'
import { formatTokens } from '../../base/format/tokens.ts'
import { IconButton } from '../../base/ui/icon-button.tsx'
import { Menu, MenuItem } from '../../base/ui/menu.tsx'
import type { ThreadActions } from './thread-actions.ts'

interface AnswerAgainProps {
  /** The model of the answer that is there. */
  model: string
  /** What the answer was asked for, and would be again. */
  extras: AnswerExtras
  /** What the files of the question add to the price. */
  surchargeTokens: number
  actions: ThreadActions
  onPick: (model: string) => void
}

/** Another answer to the same question, by the same or another model of the page, with the price of each. */
export const AnswerAgain = ({ model, extras, surchargeTokens, actions, onPick }: AnswerAgainProps) => (
  <Menu
    className="w-72"
    trigger={
      <IconButton label="Ответить заново" size="small" icon={<RefreshCw size={16} />} disabled={actions.disabled} />
    }
  >
    {actions.models.map((candidate) => (
      <MenuItem key={candidate.id} onSelect={() => onPick(candidate.id)}>
        <span className="grow">
          <span>{candidate.name}</span>
          {candidate.id === model && <span className="block text-caption text-ink-soft">та же модель</span>}
        </span>
        {actions.isLocked(candidate) && <Lock size={14} aria-label="закрыта" />}
        <span className="whitespace-nowrap text-ink-soft">
          {formatTokens(answerPrice(candidate, offeredOf(candidate, extras)) + surchargeTokens)}
        </span>
      </MenuItem>
    ))}
  </Menu>
)
