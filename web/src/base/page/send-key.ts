// Which key sends what is typed. Kept in this browser, for all chats.
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

/** Enter sends and Shift+Enter begins a line; otherwise Ctrl+Enter sends. */
export const useSendsOnEnter = (): boolean => useSyncExternalStore(onEnter.subscribe, onEnter.getState, () => true)

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
