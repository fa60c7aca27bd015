// Challenges of the proof of work (contract/proof-of-work.ts): signed, so that nothing is stored until one is solved.
import { createHash, randomBytes } from 'node:crypto'
import { readChallenge, splitProof } from '#contract/proof-of-work.ts'
import { isSolved } from '#domain/proof-of-work.ts'
import type { KeyringSettings } from './keyring.ts'
import { newStamp, readStamp, type StampUse } from './stamp.ts'

/** Enough for a page in the background of a slow phone; the single use of a proof is remembered as long. */
export const proofLifetimeMs = 2 * 60_000

const useFor = (boundTo: string): StampUse => ({ purpose: 'proof of work', boundTo })

/** @param boundTo the call, the mailbox and the network that may use it */
export const newChallenge = (settings: KeyringSettings, boundTo: string, bits: number, now: number): string =>
  newStamp(settings, useFor(boundTo), `${bits}_${randomBytes(16).toString('base64url')}`, now + proofLifetimeMs)

const sha256 = (text: string) => createHash('sha256').update(text).digest()

/** The id of the solved challenge; null when it is not ours, is bound to something else, has expired or is not solved. */
export function readProof(settings: KeyringSettings, boundTo: string, proof: string, now: number): string | null {
  const sent = splitProof(proof)
  const asked = sent && readChallenge(sent.challenge)
  if (!asked || readStamp(settings, useFor(boundTo), sent.challenge, now) === null) return null
  return isSolved(asked, sent.nonces, sha256) ? asked.id : null
}
