import { clsx } from 'clsx'
import { Check, Lock } from 'lucide-react'
import { chatModels } from '#contract/catalogue/chat-models.ts'
import type { ChatModel } from '#contract/catalogue/chat.ts'
import { pricedModel } from '#contract/catalogue/prices.ts'
import { formatTokens } from '../../base/format/tokens.ts'
import { usePrices } from '../../base/session/prices.ts'
import { comparedMax } from './compared.ts'

interface ModelChoiceProps {
  chosen: readonly ChatModel[]
  isLocked: (model: ChatModel) => boolean
  onToggle: (model: ChatModel) => void
}

/** Which models are asked. Once there are four, another one needs one less. */
export function ModelChoice({ chosen, isLocked, onToggle }: ModelChoiceProps) {
  const prices = usePrices()
  return (
    <fieldset>
      <legend className="mb-2 text-small font-medium">Модели: от двух до четырёх</legend>
      <ul className="flex flex-wrap gap-2">
        {chatModels.map((model) => {
          const isChosen = chosen.includes(model)
          const isClosed = isLocked(model)
          return (
            <li key={model.id}>
              <button
                type="button"
                aria-pressed={isChosen}
                disabled={!isChosen && (isClosed || chosen.length === comparedMax)}
                title={isClosed ? 'После первой покупки токенов' : model.description}
                onClick={() => onToggle(model)}
                className={clsx(
                  'flex min-h-10 items-center gap-2 rounded-full border px-3.5 text-small transition pointer-coarse:min-h-11',
                  'disabled:cursor-not-allowed disabled:opacity-45',
                  isChosen ? 'border-accent bg-accent-soft' : 'border-line hover:border-line-strong'
                )}
              >
                {isChosen && <Check size={15} aria-hidden className="text-accent-strong" />}
                {isClosed && <Lock size={14} aria-label="закрыта" />}
                <span>{model.name}</span>
                <span className="text-caption text-ink-soft">
                  {formatTokens(pricedModel(model, prices).priceTokens)}
                </span>
              </button>
            </li>
          )
        })}
      </ul>
    </fieldset>
  )
}
