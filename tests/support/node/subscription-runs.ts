// A subscription that began on 31 January, and the payments for it.
import { noticeMs, withPaidMonth, reminded, type Subscription } from '#domain/subscription.ts'

export const hourMs = 60 * 60 * 1000
export const start = Date.parse('2027-01-31T12:00:00+03:00')
const card = { id: 'method-1', title: 'Карта *4444' }
const price = { priceKopecks: 99_000 }

export const begun = (method: typeof card | null = card): Subscription =>
  withPaidMonth(null, { newId: 'run-1', by: 'owner', method, ...price }, start)
export const renewed = (before: Subscription, now: number) =>
  withPaidMonth(before, { newId: 'run-2', by: 'renewal', method: null, ...price }, now)
export const paidByOwner = (before: Subscription, now: number, method: typeof card | null = card) =>
  withPaidMonth(before, { newId: 'run-2', by: 'owner', method, ...price }, now)

export const plan = begun()
export const { periodEnd } = plan
export const onTime = reminded(plan, periodEnd - noticeMs - hourMs)
