// What a reset hands over to the sign-in page: kept with the page's entry in the history, so that a reload keeps it.

export const signInState = (pass: string | undefined) => ({ pass })

export function passOf(state: unknown): string | undefined {
  const isOurs = typeof state === 'object' && state !== null && 'pass' in state
  return isOurs && typeof state.pass === 'string' ? state.pass : undefined
}
