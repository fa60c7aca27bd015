import type { KeyboardEvent } from 'react'

/** Whether a key sends what is typed: Enter, or Ctrl+Enter on pages where Enter begins a line. */
export function sendsOn(event: KeyboardEvent, sendsOnEnter: boolean): boolean {
  // In an input method Enter ends a word; Safari reports that key as 229.
  if (event.key !== 'Enter' || event.nativeEvent.isComposing || event.keyCode === 229) return false
  return sendsOnEnter ? !event.shiftKey : event.ctrlKey || event.metaKey
}
