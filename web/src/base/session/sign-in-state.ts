// What other pages pass to the sign-in page. It is part of the history entry, so that a reload keeps it.

export interface SignInState {
  /** From a password reset, for the sign-in that follows it. */
  pass?: string | undefined
  /** The session ended without a sign-out by the user. */
  ended?: boolean
  /** The address that was typed there before. */
  email?: string | undefined
  /** The user did not let a provider name them. */
  declined?: boolean
}

export function signInStateOf(state: unknown): SignInState {
  if (typeof state !== 'object' || state === null) return {}
  return {
    ...('pass' in state && typeof state.pass === 'string' && { pass: state.pass }),
    ...('ended' in state && state.ended === true && { ended: true }),
    ...('email' in state && typeof state.email === 'string' && { email: state.email }),
    ...('declined' in state && state.declined === true && { declined: true })
  }
}
