// What a repeated confirmation mail confirms. Anybody may register somebody else's address with a password of their
// own, so a repeated link must never choose between passwords that different people may have typed.

export interface TypedRegistration {
  email: string
  passwordHash: string
}

export interface RepeatedLink {
  /** Where the mail goes: the mailbox that the link will confirm. */
  email: string
  /** Confirmed together with the address; null when several were typed and the owner must choose a new one. */
  passwordHash: string | null
}

const isSameAddress = (one: string, other: string) => one.toLowerCase() === other.toLowerCase()

/**
 * @param registrations everything typed for the account so far; the same password has the same hash
 * @param typed the address asked about
 * @param accountEmail where mail goes when nobody registered with exactly the typed spelling
 */
export function repeatedLink(registrations: TypedRegistration[], typed: string, accountEmail: string): RepeatedLink {
  const email = registrations.some((one) => isSameAddress(one.email, typed)) ? typed : accountEmail
  const hashes = new Set(
    registrations.filter((one) => isSameAddress(one.email, email)).map(({ passwordHash }) => passwordHash)
  )
  const [only, ...others] = hashes
  return { email, passwordHash: only !== undefined && others.length === 0 ? only : null }
}
