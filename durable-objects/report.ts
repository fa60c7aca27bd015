// What the Durable Objects tell the operators. Users appear as a hash, and nothing else about them is ever written.
import { createHash } from 'node:crypto'

export type ObjectEvent =
  | { event: 'wallet-frozen'; violation: string }
  | { event: 'wallet-platform-loss'; operationId: string; lossTokens: number }
  | { event: 'wallet-reservation-expired'; operationId: string; reason: string }
  | { event: 'wallet-overdue-failed'; operationId: string; error: string }
  | { event: 'wallet-copy-failed'; failures: number; error: string }
  | { event: 'wallet-alarm-failed'; error: string }
  | { event: 'answer-delivery-failed'; error: string }
  | { event: 'answer-bug'; error: string }
  | { event: 'channel-check-failed'; error: string }
  | { event: 'publish-failed'; type: string; error: string }

const hashOf = (userId: string) => createHash('sha256').update(userId).digest('hex').slice(0, 16)

/** A frozen account needs a person, so it is an error; the rest heals by itself and is a warning. */
export function report(userId: string, entry: ObjectEvent) {
  const line = JSON.stringify({ ...entry, user: hashOf(userId) })
  // oxlint-disable-next-line no-console -- the Workers log is the only place a Durable Object can report to
  if (entry.event === 'wallet-frozen') console.error(line)
  // oxlint-disable-next-line no-console -- as above
  else console.warn(line)
}

/** The only part of an unknown error that is safe to write: messages may quote a statement with its values. */
export const nameOf = (error: unknown) => (error instanceof Error ? error.name : typeof error)
