import { clsx } from 'clsx'
import { X } from 'lucide-react'
import { HelpButton } from '../../base/ui/help-button.tsx'
import { IconButton } from '../../base/ui/icon-button.tsx'
import type { ShownModel } from '#contract/catalogue/models.ts'
import type { Draft } from '../draft/draft.ts'
import { type DraftBox, usePrompt } from '../draft/draft-box.ts'
import { OtherModel } from './other-model.tsx'

interface AwayNoteProps {
  /** The id of the model that is away. */
  model: string
  text: string
  box: DraftBox
  /** Files of the composer are not ready. */
  hindered: boolean
  /** What they add to the price. */
  surchargeTokens: number
  /** Asks another model what is typed. @param priceTokens of the answer, without the files */
  onAsk: (draft: Draft, model: ShownModel, priceTokens: number) => void
  onChoose: (model: ShownModel) => void
  /** Null: known before anything was asked, so it cannot be put away. */
  onDismiss: (() => void) | null
}

/** A model that cannot be asked now: why, and another one that takes the words and files of the composer. */
export function AwayNote({ model, text, box, hindered, surchargeTokens, onAsk, onChoose, onDismiss }: AwayNoteProps) {
  const isTyped = usePrompt(box).trim() !== ''
  const asks = isTyped && !hindered
  return (
    <div
      role={onDismiss ? 'alert' : 'status'}
      className={clsx(
        'relative mb-2 flex flex-wrap items-center gap-x-2 gap-y-1 rounded-card bg-sunken py-2 pl-4 text-small',
        onDismiss ? 'pr-12' : 'pr-2'
      )}
    >
      <p className="grow basis-64 py-1">{text}</p>
      <OtherModel
        away={model}
        surchargeTokens={asks ? surchargeTokens : 0}
        verb={asks ? 'Спросить' : 'Выбрать'}
        onPick={(other, priceTokens) => (asks ? onAsk(box.draft(), other, priceTokens) : onChoose(other))}
      />
      <HelpButton about={{ what: text }} />
      {onDismiss && (
        <IconButton
          label="Скрыть"
          size="small"
          icon={<X size={16} />}
          onClick={onDismiss}
          className="absolute! top-1.5 right-1.5"
        />
      )}
    </div>
  )
}
