import { lazy, Suspense, useState } from 'react'
import { clsx } from 'clsx'
import { LayoutGrid, Lock } from 'lucide-react'
import type { ChatModel } from '#contract/catalogue/chat.ts'
import { formatTokens } from '../../base/format/tokens.ts'
import { MenuItem, MenuSeparator } from '../../base/ui/menu.tsx'
import { Select, type SelectOption } from '../../base/ui/select.tsx'

interface ModelSelectProps {
  models: readonly ChatModel[]
  model: ChatModel
  isLocked: (model: ChatModel) => boolean
  /** A model of this page, or of another one. */
  onChoose: (model: ChatModel) => void
  disabled: boolean
}

const AllModelsDialog = lazy(async () => ({ default: (await import('./all-models-dialog.tsx')).AllModelsDialog }))

/** The price below the name: on a phone they do not fit side by side between the other buttons. */
const twoLinesOnPhones = clsx(
  'max-w-full max-md:grid max-md:grid-cols-[minmax(0,1fr)_auto] max-md:gap-x-2 max-md:gap-y-0 max-md:px-2.5 max-md:text-left',
  'max-md:[&>span]:col-start-1 max-md:[&>span]:text-caption max-md:[&>span]:leading-4',
  'max-md:[&>svg]:col-start-2 max-md:[&>svg]:row-span-2 max-md:[&>svg]:row-start-1'
)

/** Models with the price of an answer. A locked one can be chosen: a note then says how to unlock it. */
export function ModelSelect({ models, model, isLocked, onChoose, disabled }: ModelSelectProps) {
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
          <span>{price}</span>
        </span>
      ) : (
        price
      )
    }
  }
  const [open, setOpen] = useState(false)
  const [wasOpened, setWasOpened] = useState(false)
  const showAll = () => {
    setWasOpened(true)
    setOpen(true)
  }
  return (
    <>
      <Select
        label="Модель"
        value={model.id}
        options={models.map(option)}
        onChange={(id) => onChoose(models.find((one) => one.id === id) ?? model)}
        disabled={disabled}
        className={twoLinesOnPhones}
        more={
          <>
            <MenuSeparator />
            <MenuItem icon={<LayoutGrid size={16} />} onSelect={showAll}>
              Все модели
            </MenuItem>
          </>
        }
      />
      {wasOpened && (
        <Suspense>
          <AllModelsDialog open={open} onOpenChange={setOpen} model={model} isLocked={isLocked} onChoose={onChoose} />
        </Suspense>
      )}
    </>
  )
}
