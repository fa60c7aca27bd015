// What a user and a key have for calls of the API, in tests of the rules.
import type { CallRoom } from '#domain/metering/admission.ts'

/** A hundred tokens and no limits, unless said otherwise. */
export const room = (more: Partial<CallRoom> = {}): CallRoom => ({
  isFrozen: false,
  freeTokens: 100,
  userBudget: null,
  keyBudgets: {},
  keySpentMicros: { day: 0, month: 0, total: 0 },
  openMax: 10,
  ...more
})

/** Where a key may spend so much more today. */
export const left = (micros: number) =>
  room({ keyBudgets: { day: 1 }, keySpentMicros: { day: 1_000_000 - micros, month: 0, total: 0 } })
