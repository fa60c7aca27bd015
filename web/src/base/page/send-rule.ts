// Which keys send what is typed, without React: the first script of a page follows it before the application runs.

export const sendKeyName = 'send-key'
export const withCtrl = 'ctrl-enter'

/** Matches a tablet with a mouse like a computer, and not a phone: the keyboard on a screen has no Shift+Enter, so its Enter must begin a line. */
export const computer = 'not all and (pointer: coarse)'

/** Whether the user of this browser has chosen that Enter sends, which it does where nothing is chosen. */
export function isEnterChosen(): boolean {
  try {
    return localStorage.getItem(sendKeyName) !== withCtrl
  } catch {
    return true
  }
}

const sendsOnEnter = (): boolean => window.matchMedia(computer).matches && isEnterChosen()

/** @param onEnter Enter sends and Shift+Enter begins a line; otherwise Ctrl+Enter sends */
export function sends(event: KeyboardEvent, onEnter = sendsOnEnter()): boolean {
  const { key, keyCode, isComposing, shiftKey, ctrlKey, metaKey } = event
  // In an input method Enter ends a word; Safari reports that key as 229.
  if (key !== 'Enter' || isComposing || keyCode === 229) return false
  return onEnter ? !shiftKey : ctrlKey || metaKey
}
