/** Where this browser keeps that its user wants no messages on it. */
const refusedKey = 'ready-refused-here'

export function wasRefusedHere(): boolean {
  try {
    return localStorage.getItem(refusedKey) !== null
  } catch {
    return false
  }
}

export function keepRefusal(isRefused: boolean): void {
  try {
    if (isRefused) localStorage.setItem(refusedKey, '1')
    else localStorage.removeItem(refusedKey)
  } catch {
    // Without storage the question comes again with the next page.
  }
}
