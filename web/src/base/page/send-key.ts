// Which key sends what is typed. Chosen in this browser, for all chats; where a finger is the pointer, Enter begins a line.
import { useSyncExternalStore, type KeyboardEvent } from 'react'
import { pageStore } from '../storage/page-store.ts'
import { computer, isEnterChosen, sendKeyName, sends, withCtrl } from './send-rule.ts'

const onEnter = pageStore(isEnterChosen)

/** Whether the user has chosen that Enter sends. */
export const useChosenSendKey = (): boolean => useSyncExternalStore(onEnter.subscribe, onEnter.getState, () => true)

function onPointerChange(tell: () => void): () => void {
  const media = window.matchMedia(computer)
  media.addEventListener('change', tell)
  return () => media.removeEventListener('change', tell)
}

/** False where a finger is the pointer. */
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

export function setSendsOnEnter(sendsNow: boolean): void {
  try {
    if (sendsNow) localStorage.removeItem(sendKeyName)
    else localStorage.setItem(sendKeyName, withCtrl)
  } catch {
    // Blocked storage: the choice lasts until the page is left.
  }
  onEnter.setState(sendsNow, true)
}

export const sendsOn = ({ nativeEvent }: KeyboardEvent, sendsOnEnter: boolean): boolean =>
  sends(nativeEvent, sendsOnEnter)
