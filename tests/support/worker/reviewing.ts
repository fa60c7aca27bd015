// Payments that differ from their orders, and operators who decide about them.
import { expect } from 'vitest'
import { because, operate } from './operator.ts'
import { alter, confirm, newPayer } from './paying.ts'
import type { Person } from './person.ts'

/** Paid in full, by a payment that does not name its order: crediting it gives nothing beyond what was paid. */
export const wholePaid = { metadata: { order_id: null } }

/** A paid order of 500 roubles whose payment differs from it. */
export async function inReview(changes: object = { amount: '400.00' }): Promise<{ person: Person; id: string }> {
  const { person, begun } = await newPayer()
  await alter(begun.id, changes)
  expect(await confirm(person, begun.id)).toMatchObject({ status: 'review', new_balance: 0 })
  return { person, id: begun.id }
}

export const decide = (id: string, decision: string, more: object = because(), bindings: object = {}) =>
  operate('POST', `/payments/${id}/decision`, { decision, ...more }, { bindings })
