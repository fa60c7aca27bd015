import { useEffect, useEffectEvent, useRef, type RefObject } from 'react'
import { MicButton } from '../../media/record/mic-button.tsx'
import { writeAtCaret } from './write-at-caret.ts'

interface PromptMicrophoneProps {
  field: RefObject<HTMLTextAreaElement | null>
  onPrompt: (prompt: string) => void
  /** An answer is on its way: the field is locked, and what is said waits for it. */
  generating: boolean
}

/** Writes what is said into the prompt. */
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
    // Nobody has put the caret anywhere: the text goes to the end.
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
