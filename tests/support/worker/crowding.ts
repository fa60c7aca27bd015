// Password hashing that queues, and people whose calls hash a password meanwhile.
import { beforeEach, expect, vi } from 'vitest'
import { type Lane, emptyTurns, turns } from '#worker/crypto/hashing-turns.ts'
import { type Answered, newestLinkTo, password, post } from './account.ts'
import { hashCheaply } from './hashing.ts'

/** No request waits, and turns take no time. */
const calm = () => Object.assign(turns, emptyTurns(), { turnMs: 0 })

/**
 * Before each test of the file: a clock that stands still, empty lanes, and hashes that cost nothing.
 * @returns the spy that counts the hashes
 */
export function watchHashing() {
  const scrypt = hashCheaply()
  beforeEach(() => {
    vi.useFakeTimers({ toFake: ['Date'] })
    calm()
  })
  return scrypt
}

/** People of this lane would now wait as long as that. */
export function crowd(lane: Lane = 'other', waitMs = 5000) {
  turns.nextAt[lane] = Date.now() + waitMs
}

let hosts = 0
export const newHost = () => ({ 'cf-connecting-ip': `203.0.113.${++hosts}` })
export type Host = ReturnType<typeof newHost>

export type Ask = (proof?: string, more?: object, headers?: Record<string, string>) => Promise<Answered>

/** The same call again and again, from one network. */
export function asking(path: string, body: object, host = newHost()): Ask {
  return (proof, more = {}, headers = {}) =>
    post(
      `/api/auth/${path}`,
      { ...body, ...(proof !== undefined && { proof }), ...more },
      { headers: { ...host, ...headers } }
    )
}

export const signingIn = (email: string, typed = password, host = newHost()) =>
  asking('login', { email, password: typed }, host)

/** The challenge of an answer, which must be the refusal that asks for a proof. */
export function challengeOf({ status, body }: Answered): string {
  expect([status, body.code]).toEqual([428, 'PROOF_REQUIRED'])
  return String(body.data?.challenge)
}

/** Asks for a reset. @returns the token of the link */
export async function resetLinkOf(email: string): Promise<string> {
  await post('/api/auth/reset-password', { email }, { headers: newHost() })
  return newestLinkTo(email, 'reset-password')
}
