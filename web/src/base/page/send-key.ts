// Which key sends what is typed. Chosen in this browser, for all chats; where a finger is the pointer, Enter begins a line.
import { useSyncExternalStore, type KeyboardEvent } from 'react'
import { pageStore } from '../storage/page-store.ts'

const storageKey = 'send-key'
const withCtrl = 'ctrl-enter'

function stored(): boolean {
  try {
    return localStorage.getItem(storageKey) !== withCtrl
  } catch {
    return true
  }
}

const onEnter = pageStore(stored)

/** Whether the user has chosen that Enter sends. */
export const useChosenSendKey = (): boolean => useSyncExternalStore(onEnter.subscribe, onEnter.getState, () => true)

/** A tablet with a mouse is like a computer; a phone is not. */
const computer = 'not all and (pointer: coarse)'

function onPointerChange(tell: () => void): () => void {
  const media = window.matchMedia(computer)
  media.addEventListener('change', tell)
  return () => media.removeEventListener('change', tell)
}

/** False where a finger is the pointer: the keyboard on the screen has no Shift+Enter, so its Enter must begin a line. */
export const useHasEnterToSpare = (): boolean =>
  useSyncExternalStore(
    onPointerChange,
    () => window.matchMedia(computer).matches,
    () => true
  )

/** Enter sends and Shift+Enter begins a line; otherwise Ctrl+Enter and the button send. */
export function useSendsOnEnter(): boolean {
  const chosen = useChosenSendKey()
  return useHasEnterToSpare() && chosen
}

/** What the keyboard on a screen writes on its Enter. */
export const enterHint = (sendsOnEnter: boolean): 'send' | 'enter' => (sendsOnEnter ? 'send' : 'enter')

export function setSendsOnEnter(sends: boolean): void {
  try {
    if (sends) localStorage.removeItem(storageKey)
    else localStorage.setItem(storageKey, withCtrl)
  } catch {
    // Blocked storage: the choice lasts until the page is left.
  }
  onEnter.setState(sends, true)
}

export function sendsOn(event: KeyboardEvent, sendsOnEnter: boolean): boolean {
  // In an input method Enter ends a word; Safari reports that key as 229.
  if (event.key !== 'Enter' || event.nativeEvent.isComposing || event.keyCode === 229) return false
  return sendsOnEnter ? !event.shiftKey : event.ctrlKey || event.metaKey
}
