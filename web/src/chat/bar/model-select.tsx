import { Lock } from 'lucide-react'
import type { ChatModel } from '#contract/catalogue/chat.ts'
import { formatTokens } from '../../format/tokens.ts'
import { Select, type SelectOption } from '../../ui/select.tsx'

interface ModelSelectProps {
  models: readonly ChatModel[]
  model: ChatModel
  isLocked: (model: ChatModel) => boolean
  onChange: (id: string) => void
  disabled: boolean
}

/** Models with what an answer costs. A locked one can be looked at: choosing it shows the way to it. */
export function ModelSelect({ models, model, isLocked, onChange, disabled }: ModelSelectProps) {
  const option = (candidate: ChatModel): SelectOption => {
    const locked = isLocked(candidate)
    const price = formatTokens(candidate.priceTokens)
    return {
      value: candidate.id,
      label: candidate.name,
      description: locked ? `${candidate.description}. Доступна после первой покупки токенов` : candidate.description,
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
      className="max-w-full"
    />
  )
}
