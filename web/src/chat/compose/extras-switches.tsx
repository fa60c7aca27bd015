import { memo, type ReactNode } from 'react'
import { clsx } from 'clsx'
import { Globe, Lightbulb } from 'lucide-react'
import { answerPrice, offeredOf, webSearchTokens, type AnswerExtras } from '#contract/catalogue/answer-extras.ts'
import type { ChatModel } from '#contract/catalogue/chat.ts'
import { formatTokens } from '../../base/format/tokens.ts'
import { inOwnElements } from '../../base/ui/own-elements.tsx'
import { switchExtra, useExtras } from '../draft/extras.ts'

interface ExtrasSwitchesProps {
  model: ChatModel
  /** What the files of the request add to its price. */
  surchargeTokens: number
}

/** The switches of an answer: a search, with what it adds to the price, and the thinking; and the sum of all. */
export const ExtrasSwitches = memo(({ model, surchargeTokens }: ExtrasSwitchesProps) => {
  const chosen = useExtras()
  const { webSearch, thinking } = offeredOf(model, chosen)
  return (
    <div className="flex shrink-0 items-center gap-1">
      <Switch
        name="webSearch"
        label={`Поиск в интернете, +${formatTokens(webSearchTokens)}`}
        refusal={model.offers.webSearch ? null : `${model.name} не ищет в интернете`}
        on={webSearch}
        icon={<Globe size={18} aria-hidden />}
      >
        {webSearch && <span className="text-caption tabular-nums">{`+${webSearchTokens}`}</span>}
      </Switch>
      <Switch
        name="thinking"
        label="Показать размышления"
        refusal={model.offers.thinking ? null : `${model.name} не показывает размышления`}
        on={thinking}
        icon={<Lightbulb size={18} aria-hidden />}
      />
      {(webSearch || surchargeTokens > 0) && (
        <span data-sum className="ml-2 text-caption text-ink-soft tabular-nums max-sm:sr-only">
          {`Ответ: ${webSearch ? 'до ' : ''}${formatTokens(answerPrice(model, { webSearch, thinking }) + surchargeTokens)}`}
        </span>
      )}
    </div>
  )
})

interface SwitchProps {
  name: keyof AnswerExtras
  label: string
  /** Why the model does not offer it; null: it does. */
  refusal: string | null
  on: boolean
  icon: ReactNode
  children?: ReactNode
}

/** Stays reachable when the model does not offer it, so that its reason can be read. */
function Switch({ name, label, refusal, on, icon, children }: SwitchProps) {
  const title = refusal ? `${label}. ${refusal}` : label
  return (
    <button
      type="button"
      aria-pressed={on}
      aria-label={title}
      title={title}
      aria-disabled={refusal !== null || undefined}
      onClick={() => refusal === null && switchExtra(name)}
      className={clsx(
        'inline-flex h-11 min-w-11 items-center justify-center gap-1 rounded-control px-2 transition select-none sm:h-9 sm:min-w-9 pointer-coarse:h-11 pointer-coarse:min-w-11',
        'aria-disabled:cursor-not-allowed aria-disabled:opacity-45',
        on
          ? 'bg-accent-soft text-accent-strong'
          : 'text-ink-soft not-aria-disabled:hover:bg-hover not-aria-disabled:hover:text-ink'
      )}
    >
      {icon}
      {inOwnElements(children)}
    </button>
  )
}
