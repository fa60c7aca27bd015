// What a sign-in gets that has passed its first step: with it the second one is taken. Nothing is stored. It ends with its first use,
// after ten minutes, and when the password changes.
import { randomBytes } from 'node:crypto'
import { digestOf } from './digest.ts'
import type { KeyringSettings } from './keyring.ts'
import { newStamp, readStamp, type StampUse } from './stamp.ts'

export const secondStepLifetimeMs = 10 * 60_000

export interface SecondStepTicket {
  /** By which its single use is remembered. */
  id: string
  userId: string
  /** Of the password that was right; empty when the first step was none. */
  passwordMark: string
}

const form = /^([\w-]{1,80})~([\w-]*)~([\w.-]+)$/

const useFor = (userId: string, mark: string): StampUse => ({ purpose: 'second step', boundTo: `${userId} ${mark}` })

/** Tells a stored hash from a later one of the same user. */
export const passwordMarkOf = (passwordHash: string): string => digestOf(`second step ${passwordHash}`).slice(0, 22)

/** @param passwordHash the stored one, where a password was the first step */
export function newSecondStepTicket(
  environment: KeyringSettings,
  { userId, passwordHash }: { userId: string; passwordHash?: string },
  now: number
): string {
  const mark = passwordHash === undefined ? '' : passwordMarkOf(passwordHash)
  const id = randomBytes(16).toString('base64url')
  return `${userId}~${mark}~${newStamp(environment, useFor(userId, mark), id, now + secondStepLifetimeMs)}`
}

/** Null for a text that we did not sign, and for one that has expired. */
export function readSecondStepTicket(
  environment: KeyringSettings,
  ticket: string,
  now: number
): SecondStepTicket | null {
  const [, userId = '', passwordMark = '', stamp = ''] = form.exec(ticket) ?? []
  const id = readStamp(environment, useFor(userId, passwordMark), stamp, now)
  return id === null ? null : { id, userId, passwordMark }
}
