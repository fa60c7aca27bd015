// The field of the composer: its focus, and what was typed into it before the page ran.
import { type RefObject, useEffect, useEffectEvent, useLayoutEffect, useRef } from 'react'
import { useIsFromBuild } from '../../base/page/from-build.ts'

type Field = RefObject<HTMLTextAreaElement | null>

interface FieldState {
  prompt: string
  onPrompt: (text: string) => void
  empty: boolean
  locked: boolean
}

export function useField(field: Field, { prompt, onPrompt, empty, locked }: FieldState): void {
  useEarlyText(field, prompt, onPrompt)
  useFocusWhenEmpty(field, empty)
  useFocusAgain(field, locked)
}

/**
 * Takes over what was typed into a field before the application ran: the field has it already, its state does not.
 * @param text as this rendering has it
 */
function useEarlyText(field: Field, text: string, onText: (typed: string) => void) {
  const take = useEffectEvent(() => {
    const typed = field.current?.value ?? text
    if (typed !== text) onText(typed)
  })
  // Before the state is shown: a field that gets another value loses its caret, and a word that an input method has begun.
  useLayoutEffect(() => take(), [])
}

/** On touch screens the on-screen keyboard would cover the page. */
export const hasKeyboard = () => window.matchMedia('(pointer: fine)').matches

/** The user is nowhere else, or what had the focus is gone. */
export const isFocusFree = () => document.activeElement === null || document.activeElement === document.body

/** Focuses the composer of an empty chat, which is there to be written into. */
function useFocusWhenEmpty(field: Field, empty: boolean) {
  const isFromBuild = useIsFromBuild()
  const take = useEffectEvent(() => {
    const [area, focused] = [field.current, document.activeElement]
    if (!hasKeyboard() || !area || focused === area) return
    // The user is writing a name into the list of chats, or has gone elsewhere before the page ran.
    if (focused instanceof HTMLInputElement || (isFromBuild && focused !== document.body)) return
    area.focus({ preventScroll: true })
    // Behind a draft, which the browser would have continued at its beginning.
    area.setSelectionRange(area.value.length, area.value.length)
  })
  useEffect(() => {
    if (empty) take()
  }, [empty])
}

/** Gives the composer the focus back that it lost while it was locked, unless the user has focused something else. */
function useFocusAgain(field: Field, locked: boolean) {
  const before = useRef(locked)
  useEffect(() => {
    const ended = before.current && !locked
    before.current = locked
    if (ended && isFocusFree() && hasKeyboard()) field.current?.focus({ preventScroll: true })
  }, [locked, field])
}
