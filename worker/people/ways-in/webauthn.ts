// What passkeys sign (WebAuthn, level 3). The only file that knows the library: attestation is never asked for, because which maker's
// device a user has is none of our business, and the script leaves out what checks it (scripts/base/webauthn-without-attestation.ts).
import {
  type AuthenticationResponseJSON,
  type RegistrationResponseJSON,
  verifyAuthenticationResponse,
  verifyRegistrationResponse
} from '@simplewebauthn/server'
import type { KnownPasskey, PasskeyRow } from '#data/directory/passkeys.ts'
import type { Environment } from '#domain/environment.ts'

const timeoutMs = 5 * 60_000
/** ES256, EdDSA and RS256: all that devices make today. */
const algorithms = [-7, -8, -257]

const idMaxLength = 1400
const keyMaxBytes = 1024
const transportsMax = 8

/** The site, as browsers bind passkeys to it. */
const rpIdOf = ({ SITE_ORIGIN: origin }: Environment): string => new URL(origin).hostname

/** What a passkey keeps of its user, and gives back: the id, from which no stranger learns anything. */
export const userHandleOf = (userId: string): string => Buffer.from(userId).toString('base64url')

const descriptorOf = ({ id, transports }: Pick<PasskeyRow, 'id' | 'transports'>) => ({
  id,
  type: 'public-key',
  ...(transports && { transports })
})

/** For `navigator.credentials.create`. */
export const creationOptions = (
  environment: Environment,
  {
    challenge,
    user,
    known
  }: { challenge: string; user: { id: string; email: string; displayName: string | null }; known: PasskeyRow[] }
) => ({
  rp: { name: environment.MAIL_FROM_NAME, id: rpIdOf(environment) },
  user: { id: userHandleOf(user.id), name: user.email, displayName: user.displayName ?? user.email },
  challenge,
  pubKeyCredParams: algorithms.map((alg) => ({ type: 'public-key', alg })),
  timeout: timeoutMs,
  attestation: 'none',
  excludeCredentials: known.map(descriptorOf),
  authenticatorSelection: { residentKey: 'required', requireResidentKey: true, userVerification: 'required' }
})

/** For `navigator.credentials.get`. @param known of the user who has to show one; empty: any of this site that the device has */
export const requestOptions = (environment: Environment, challenge: string, known: PasskeyRow[] = []) => ({
  challenge,
  timeout: timeoutMs,
  rpId: rpIdOf(environment),
  userVerification: 'required',
  allowCredentials: known.map(descriptorOf)
})

/** What the library says of an answer; null when it refuses it or cannot read it. */
async function verdictOf<Verdict extends { verified: boolean }>(
  verify: () => Promise<Verdict>
): Promise<Verdict | null> {
  try {
    const verdict = await verify()
    return verdict.verified ? verdict : null
  } catch {
    return null
  }
}

const expected = (environment: Environment, challenge: string) => ({
  expectedChallenge: challenge,
  expectedOrigin: environment.SITE_ORIGIN,
  expectedRPID: rpIdOf(environment),
  requireUserVerification: true
})

/** Browsers name how a passkey can be reached; only to show the right hint the next time. */
const transportsOf = (named: unknown): string[] | null =>
  Array.isArray(named)
    ? named.filter((name) => typeof name === 'string' && /^[a-z-]{1,20}$/.test(name)).slice(0, transportsMax)
    : null

export type NewPasskey = Pick<PasskeyRow, 'id' | 'publicKey' | 'counter' | 'transports' | 'isBackedUp'>

/** The new passkey of an answer to this challenge; null for any other answer. */
export async function newPasskeyIn(
  environment: Environment,
  challenge: string,
  response: unknown
): Promise<NewPasskey | null> {
  const verdict = await verdictOf(() =>
    verifyRegistrationResponse({
      // The library checks what it is; nothing it does with another form leaves this function.
      response: response as RegistrationResponseJSON,
      ...expected(environment, challenge),
      supportedAlgorithmIDs: algorithms
    })
  )
  if (!verdict?.registrationInfo) return null
  const { credential, credentialBackedUp: isBackedUp } = verdict.registrationInfo
  const { id, publicKey, counter, transports } = credential
  if (id !== (response as RegistrationResponseJSON).id || id.length > idMaxLength || publicKey.length > keyMaxBytes)
    return null
  return {
    id,
    publicKey: Buffer.from(publicKey).toString('base64url'),
    counter,
    transports: transportsOf(transports),
    isBackedUp
  }
}

/**
 * Whether this passkey of this user has signed the challenge, with its holder verified and a counter that has not gone back.
 * @param named whether the answer must name the user, as it does where the user has typed nothing
 */
export async function isShown(
  environment: Environment,
  challenge: string,
  response: unknown,
  { userId, passkey, named }: { userId: string; passkey: KnownPasskey; named: boolean }
): Promise<{ counter: number; isBackedUp: boolean } | null> {
  const { id, publicKey, counter } = passkey
  const shown = response as AuthenticationResponseJSON
  const verdict = await verdictOf(() =>
    verifyAuthenticationResponse({
      response: shown,
      ...expected(environment, challenge),
      credential: { id, publicKey: new Uint8Array(Buffer.from(publicKey, 'base64url')), counter }
    })
  )
  if (!verdict || shown.id !== id) return null
  const { userHandle } = shown.response
  const isTheirs = userHandle === userHandleOf(userId) || (!named && !userHandle)
  const { newCounter, credentialBackedUp: isBackedUp } = verdict.authenticationInfo
  return isTheirs ? { counter: newCounter, isBackedUp } : null
}
