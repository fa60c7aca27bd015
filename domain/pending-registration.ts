// What a repeated confirmation mail confirms. A stranger may register another person's address with a password of their
// own, so the repeated link must never choose between passwords that different people may have typed, nor between the
// invitations or the identities of providers with which they came.

export interface TypedRegistration {
  email: string
  passwordHash: string
  inviteCode: string | null
  /** `provider:subject`, which the link also links; null: a password was typed. */
  identity: string | null
}

export interface RepeatedLink {
  /** The address to which the mail is sent and which the link confirms. */
  email: string
  /** The password confirmed with the address; null when several were typed and the owner must choose a new one. */
  passwordHash: string | null
  /** Whether every registration had the same password and the same identity. */
  isUndisputed: boolean
  /** The invitation that counts with the link; null: none, or several. */
  inviteCode: string | null
  /** The identity that is linked with it; null: none, or several. */
  identity: string | null
}

const isSameAddress = (one: string, other: string) => one.toLowerCase() === other.toLowerCase()

function onlyOf(values: (string | null)[]): string | null {
  const [only, ...others] = new Set(values)
  return only !== undefined && others.length === 0 ? only : null
}

/**
 * @param registrations all registrations for the account so far; the same password has the same hash
 * @param typed the address for which the mail is requested
 * @param accountEmail receives the mail when no registration has exactly the typed spelling
 */
export function repeatedLink(registrations: TypedRegistration[], typed: string, accountEmail: string): RepeatedLink {
  const email = registrations.some((one) => isSameAddress(one.email, typed)) ? typed : accountEmail
  const known = registrations.filter((one) => isSameAddress(one.email, email))
  const different = new Set(known.map(({ passwordHash, identity }) => `${passwordHash} ${identity}`))
  return {
    email,
    passwordHash: onlyOf(known.map(({ passwordHash }) => passwordHash)),
    isUndisputed: different.size === 1,
    inviteCode: onlyOf(known.map(({ inviteCode }) => inviteCode)),
    identity: onlyOf(known.map(({ identity }) => identity))
  }
}
