import { clsx } from 'clsx'
import { Lock } from 'lucide-react'
import type { ChatModel } from '#contract/catalogue/chat.ts'
import { formatTokens } from '../../base/format/tokens.ts'
import { Select, type SelectOption } from '../../base/ui/select.tsx'

interface ModelSelectProps {
  models: readonly ChatModel[]
  model: ChatModel
  isLocked: (model: ChatModel) => boolean
  onChange: (id: string) => void
  disabled: boolean
}

/** The price below the name: on a phone they do not fit side by side between the other buttons. */
const twoLinesOnPhones = clsx(
  'max-w-full max-md:grid max-md:grid-cols-[minmax(0,1fr)_auto] max-md:gap-x-2 max-md:gap-y-0 max-md:px-2.5 max-md:text-left',
  'max-md:[&>span]:col-start-1 max-md:[&>span]:text-caption max-md:[&>span]:leading-4',
  'max-md:[&>svg]:col-start-2 max-md:[&>svg]:row-span-2 max-md:[&>svg]:row-start-1'
)

/** Models with the price of an answer. A locked one can be chosen: a note then says how to unlock it. */
export function ModelSelect({ models, model, isLocked, onChange, disabled }: ModelSelectProps) {
  const option = (candidate: ChatModel): SelectOption => {
    const locked = isLocked(candidate)
    const price = formatTokens(candidate.priceTokens)
    return {
      value: candidate.id,
      label: candidate.name,
      description: locked ? `${candidate.description}. После первой покупки токенов` : candidate.description,
      note: locked ? (
        <span className="inline-flex items-center gap-1.5">
          <Lock size={14} aria-label="закрыта" />
          {price}
        </span>
      ) : (
        price
      )
    }
  }
  return (
    <Select
      label="Модель"
      value={model.id}
      options={models.map(option)}
      onChange={onChange}
      disabled={disabled}
      className={twoLinesOnPhones}
    />
  )
}
