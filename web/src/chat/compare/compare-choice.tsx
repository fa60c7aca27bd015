import { useState } from 'react'
import { clsx } from 'clsx'
import { Check, Lock } from 'lucide-react'
import { answeringText } from '#contract/catalogue/answering.ts'
import type { ShownModel } from '#contract/catalogue/models.ts'
import { formatTokens } from '../../base/format/tokens.ts'
import { useCost } from '../../base/session/session.tsx'
import { TextField } from '../../base/ui/text-field.tsx'
import { comparedMax } from './compared.ts'
import type { Compare } from './use-compare.ts'

/** More of them scroll by themselves and can be searched. */
const shortMax = 16

const hasWords = ({ name, description, id }: ShownModel, text: string): boolean => {
  const words = `${name} ${description} ${id}`.toLowerCase()
  return text
    .toLowerCase()
    .split(/\s+/)
    .every((word) => words.includes(word))
}

/** Which models are asked. Once there are four, another one needs one less. */
export function CompareChoice({ compare: { models, chosen, isLocked, toggle } }: { compare: Compare }) {
  const [text, setText] = useState('')
  const sold = models.filter(({ isOnSale }) => isOnSale)
  const isLong = sold.length > shortMax
  const shown = isLong ? sold.filter((model) => chosen.includes(model) || hasWords(model, text.trim())) : sold
  return (
    <fieldset className="min-w-0">
      <legend className="mb-2 text-small font-medium">Модели: от двух до четырёх</legend>
      {isLong && (
        <TextField
          label="Найти модель"
          labelHidden
          name="model"
          autoComplete="off"
          placeholder="Найти модель"
          value={text}
          onChange={({ target }) => setText(target.value)}
          onKeyDown={(event) => {
            if (event.key === 'Enter') event.preventDefault()
          }}
          className="mb-2"
        />
      )}
      <ul
        className={clsx(
          'grid grid-cols-2 gap-2 sm:flex sm:flex-wrap',
          isLong && '-m-1 max-h-[30dvh] overflow-y-auto overscroll-contain p-1'
        )}
      >
        {shown.map((model) => (
          <li key={model.id}>
            <ModelButton
              model={model}
              isChosen={chosen.includes(model)}
              isFull={chosen.length === comparedMax}
              isClosed={isLocked(model)}
              onToggle={() => toggle(model)}
            />
          </li>
        ))}
      </ul>
      {shown.length === 0 && <p className="text-small text-ink-soft">Такой модели нет. Попробуйте другое слово.</p>}
    </fieldset>
  )
}

interface ModelButtonProps {
  model: ShownModel
  isChosen: boolean
  isFull: boolean
  isClosed: boolean
  onToggle: () => void
}

function ModelButton({ model, isChosen, isFull, isClosed, onToggle }: ModelButtonProps) {
  const { costOf } = useCost()
  return (
    <button
      type="button"
      aria-pressed={isChosen}
      disabled={!isChosen && (isClosed || isFull)}
      title={model.description}
      onClick={onToggle}
      className={clsx(
        'flex size-full min-h-14 flex-col items-start justify-center rounded-control border px-3 py-1.5 text-left text-small transition',
        'dims',
        isChosen ? 'border-accent bg-accent-soft' : 'border-line hover:border-line-strong'
      )}
    >
      <span className="flex flex-wrap items-center gap-x-2">
        {isChosen && <Check size={15} aria-hidden className="text-accent-strong" />}
        {isClosed && <Lock size={14} aria-label="закрыта" />}
        <span>{model.name}</span>
        <span className="text-caption text-ink-soft">{formatTokens(costOf(model.priceTokens))}</span>
      </span>
      <span className="text-caption text-ink-soft">{isClosed ? 'После первой покупки' : answeringText(model)}</span>
    </button>
  )
}
