// What other pages hand over to the sign-in page: kept with its entry in the history, so that a reload keeps it.

interface SignInState {
  /** Of a reset, for the sign-in that follows it. */
  pass?: string | undefined
  /** The session ended by itself: nobody asked for this page. */
  ended?: boolean
}

export const signInState = (state: SignInState): SignInState => state

export function signInStateOf(state: unknown): SignInState {
  if (typeof state !== 'object' || state === null) return {}
  return {
    ...('pass' in state && typeof state.pass === 'string' && { pass: state.pass }),
    ...('ended' in state && state.ended === true && { ended: true })
  }
}
