import { useEffect, useEffectEvent, useRef, type RefObject } from 'react'
import { MicButton } from '../../media/record/mic-button.tsx'

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
