// What both stand-ins keep: codes that work once, and tokens. A code belongs to a client, a redirect address and a challenge.
import { createHash } from 'node:crypto'
import type { BaseState } from '../base/state.ts'
import type { IdentityHost } from './people.ts'

const CODE_LIFE_MS = 10 * 60_000

export interface Grant {
  host: IdentityHost
  client: string
  redirect: string
  challenge: string
  /** VK ID alone: the device that its page has given to the browser. */
  deviceId: string | null
  person: { id: string; email: string | null }
  /** Whether the application asked for the address. */
  givesEmail: boolean
  at: number
}

export interface IdentityDesk {
  codes: Map<string, Grant>
  tokens: Map<string, Grant>
}

export interface IdentityState extends BaseState {
  identities: IdentityDesk
}

export const createIdentityDesk = (): IdentityDesk => ({ codes: new Map(), tokens: new Map() })

const randomText = () => Buffer.from(crypto.getRandomValues(new Uint8Array(24))).toString('base64url')

/** @returns a code for one exchange */
export function addCode({ identities, clock }: IdentityState, grant: Omit<Grant, 'at'>): string {
  const code = randomText()
  identities.codes.set(code, { ...grant, at: clock.now() })
  return code
}

interface Exchange {
  host: IdentityHost
  code: string
  client: string
  /** Null: Яндекс does not ask for it. */
  redirect: string | null
  verifier: string
  deviceId: string | null
}

/**
 * Uses up the code, also when the exchange is refused.
 * @returns the new token; null when the code is unknown, old, or given for another client, address, device or verifier
 */
export function exchange({ identities, clock }: IdentityState, sent: Exchange): { token: string; grant: Grant } | null {
  const grant = identities.codes.get(sent.code)
  identities.codes.delete(sent.code)
  const challenge = createHash('sha256').update(sent.verifier).digest('base64url')
  const isRight =
    grant?.host === sent.host &&
    clock.now() - grant.at < CODE_LIFE_MS &&
    grant.client === sent.client &&
    (sent.redirect === null || grant.redirect === sent.redirect) &&
    grant.deviceId === sent.deviceId &&
    grant.challenge === challenge
  if (!grant || !isRight) return null
  const token = randomText()
  identities.tokens.set(token, grant)
  return { token, grant }
}
