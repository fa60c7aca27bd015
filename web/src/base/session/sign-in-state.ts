// What other pages pass to the sign-in page. It is part of the history entry, so that a reload keeps it.

export interface SignInState {
  /** From a password reset, for the sign-in that follows it. */
  pass?: string | undefined
  /** The session ended without a sign-out by the user. */
  ended?: boolean | undefined
  /** The address that was typed there before. */
  email?: string | undefined
  /** The address whose registration waits for its mail. */
  registered?: string | undefined
  /** What is said of a way in that was not taken to its end: nothing is wrong. */
  calm?: string | undefined
}

export function signInStateOf(state: unknown): SignInState {
  if (typeof state !== 'object' || state === null) return {}
  return {
    ...('pass' in state && typeof state.pass === 'string' && { pass: state.pass }),
    ...('ended' in state && state.ended === true && { ended: true }),
    ...('email' in state && typeof state.email === 'string' && { email: state.email }),
    ...('registered' in state && typeof state.registered === 'string' && { registered: state.registered }),
    ...('calm' in state && typeof state.calm === 'string' && { calm: state.calm })
  }
}
