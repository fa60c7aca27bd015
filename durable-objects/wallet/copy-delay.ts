import type { EntryKind } from '#domain/ledger.ts'
import type { ReservationOwner } from './calls.ts'

/** How long the end of an answer may wait to be copied with its text, before the alarm copies it alone. */
export const answerCopyDelayMs = 30_000

/**
 * How long a line may wait to be copied to D1. The lines of an answer are copied with its text, in one batch after its
 * end; the alarm copies them only when that batch failed, when an answer never ends, or soon after the end of an answer
 * without a conversation, which has no such batch (`copySoon`). The `reserve` line of a job waits for the line that ends
 * it, which halves the writes.
 */
export function copyDelayMs(kind: EntryKind, owner: ReservationOwner | null): number {
  // A reservation that expires has no answer to be copied with.
  if (owner === 'answer' && kind !== 'expire') return kind === 'reserve' ? 25 * 60_000 : answerCopyDelayMs
  // A tab is open for minutes: its first line waits for the one that ends it.
  if (owner === 'api' && kind === 'reserve') return 25 * 60_000
  return kind === 'reserve' ? 10_000 : 0
}
