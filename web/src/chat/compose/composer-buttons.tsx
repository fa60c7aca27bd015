import { memo, type ReactNode, useEffect, useEffectEvent, useRef, type RefObject } from 'react'
import { clsx } from 'clsx'
import { Globe, Lightbulb, Paperclip } from 'lucide-react'
import { answerPrice, offeredOf, webSearchTokens, type AnswerExtras } from '#contract/catalogue/answer-extras.ts'
import type { ShownModel } from '#contract/catalogue/models.ts'
import { formatTokens } from '../../base/format/tokens.ts'
import { useCost } from '../../base/session/session.tsx'
import { inOwnElements } from '../../base/ui/own-elements.tsx'
import { FileInput } from '../../base/ui/file-input.tsx'
import { IconButton } from '../../base/ui/icon-button.tsx'
import { MicButton } from '../../media/record/mic-button.tsx'
import { switchExtra, useExtras } from '../draft/draft.ts'
import type { Attaching } from '../attach/attaching.tsx'

interface ExtrasSwitchesProps {
  model: ShownModel
  /** What files, of the request and of its project, add to its price. */
  surchargeTokens: number
}

/** The switches of an answer: a search, with what it adds to the price, and the thinking; and the sum of all. */
export const ExtrasSwitches = memo(({ model, surchargeTokens }: ExtrasSwitchesProps) => {
  const chosen = useExtras()
  const { webSearch, thinking } = offeredOf(model, chosen)
  const { costOf, isCovered } = useCost()
  const searchTokens = costOf(webSearchTokens)
  return (
    <div className="flex shrink-0 items-center gap-1">
      <Switch
        name="webSearch"
        label={`Поиск в интернете, +${formatTokens(searchTokens)}`}
        refusal={model.offers.webSearch ? null : `${model.name} не ищет в интернете`}
        on={webSearch}
        icon={<Globe size={18} aria-hidden />}
      >
        {webSearch && <span className="text-caption tabular-nums">{`+${searchTokens}`}</span>}
      </Switch>
      <Switch
        name="thinking"
        label="Показать размышления"
        refusal={model.offers.thinking ? null : `${model.name} не показывает размышления`}
        on={thinking}
        icon={<Lightbulb size={18} aria-hidden />}
      />
      {(webSearch || surchargeTokens > 0) && (
        <span data-wide className="ml-2 text-caption text-ink-soft tabular-nums max-sm:sr-only">
          {`Ответ: ${webSearch && !isCovered ? 'до ' : ''}${formatTokens(costOf(answerPrice(model, { webSearch, thinking }) + surchargeTokens))}`}
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
        'inline-flex h-11 min-w-11 items-center justify-center gap-1 rounded-control px-2 transition select-none dims sm:h-9 sm:min-w-9 pointer-coarse:h-11 pointer-coarse:min-w-11',
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

interface PromptMicrophoneProps {
  field: RefObject<HTMLTextAreaElement | null>
  onPrompt: (prompt: string) => void
  /** An answer is running: the field is locked, and dictated text waits until it ends. */
  generating: boolean
}

/** Writes dictated text into the prompt. */
export function PromptMicrophone({ field, onPrompt, generating }: PromptMicrophoneProps) {
  const waiting = useRef<string | null>(null)
  const hasCaret = useRef(false)

  useEffect(() => {
    const area = field.current
    const remember = () => {
      hasCaret.current = true
    }
    area?.addEventListener('focus', remember)
    return () => area?.removeEventListener('focus', remember)
  }, [field])

  const write = (text: string) => {
    const area = field.current
    if (!area) return
    // The user has never focused the field: the text goes to its end.
    if (!hasCaret.current) area.setSelectionRange(area.value.length, area.value.length)
    writeAtCaret(area, text)
    onPrompt(area.value)
    if (window.matchMedia('(pointer: fine)').matches) area.focus()
  }

  const writeWaiting = useEffectEvent(() => {
    if (waiting.current !== null) write(waiting.current)
    waiting.current = null
  })
  useEffect(() => {
    if (!generating) writeWaiting()
  }, [generating])

  return (
    <MicButton
      disabled={generating}
      onText={(text) => {
        if (generating) waiting.current = text
        else write(text)
      }}
    />
  )
}

const needsSpaceBefore = (before: string) => before !== '' && !/\s$/.test(before)
const needsSpaceAfter = (after: string) => after !== '' && !/^[\s.,!?;:…)»]/.test(after)

/** Replaces the selection of the field by the text, with spaces around it where needed. The caret ends behind it. */
function writeAtCaret(field: HTMLTextAreaElement, text: string): void {
  const { value, selectionStart, selectionEnd } = field
  const before = needsSpaceBefore(value.slice(0, selectionStart)) ? ' ' : ''
  const after = needsSpaceAfter(value.slice(selectionEnd)) ? ' ' : ''
  field.setRangeText(before + text + after, selectionStart, selectionEnd, 'end')
}

/** Chooses files from this device. The server decides by their bytes what can be attached, so all kinds can be chosen. */
export function AttachButton({ attaching: { add }, disabled }: { attaching: Attaching; disabled: boolean }) {
  const input = useRef<HTMLInputElement>(null)
  return (
    <>
      <FileInput ref={input} onFiles={(files) => add?.(files)} />
      <IconButton
        label="Приложить файлы"
        icon={<Paperclip size={19} />}
        disabled={disabled || !add}
        onClick={() => input.current?.click()}
      />
    </>
  )
}
