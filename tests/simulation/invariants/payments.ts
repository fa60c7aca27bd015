// Purchases and refunds, compared with what the shop knows. M13 to M15.
import type { Check, Facts, PaymentFacts } from '../world/facts.ts'
import type { ShopPayment } from '../ports/shop.ts'

const whenPaid =
  (check: (facts: Facts) => string | null): Check =>
  (facts, { directory }) =>
    directory ? check(facts) : null

const shopOf = ({ world }: Facts) => world.network.shop

/** Whether it is paid, by this user, in full, and says so. */
export const isTrulyPaid = ({ status, lies }: ShopPayment): boolean =>
  status === 'succeeded' && Object.keys(lies).length === 0

export const walletOf = ({ wallets }: Facts, userId: string) => wallets.find(({ person }) => person.id === userId)

/** The tokens that may be taken back for what went back of the money. */
export const tokensFor = ({ tokens, kopecks }: PaymentFacts, refundedKopecks: number): number =>
  Math.floor((tokens * refundedKopecks) / kopecks)

export const takenBack = (facts: Facts, { id, userId }: PaymentFacts): number =>
  (walletOf(facts, userId)?.lines ?? [])
    .filter(({ kind, operationId }) => kind === 'debit' && operationId.startsWith(`refund:${id}:`))
    .reduce((sum, { balance }) => sum - balance, 0)

const order = ['created', 'pending', 'review', 'succeeded', 'refunded', 'canceled']
/** Where each status may lead. */
const mayFollow: Record<string, readonly string[]> = {
  created: order,
  pending: order.slice(1),
  review: ['review', 'succeeded', 'refunded', 'canceled'],
  succeeded: ['succeeded', 'refunded'],
  refunded: ['refunded'],
  canceled: ['canceled']
}

const seen = new WeakMap<Facts, Map<string, string>>()

export const paymentInvariants: Record<string, Check> = {
  /** M14: tokens of our own order, for money that the shop has. */
  'tokens are credited only for money that came': whenPaid((facts) => {
    for (const { person, lines } of facts.wallets)
      for (const line of lines.filter(({ operationId }) => operationId.startsWith('payment:'))) {
        const payment = facts.payments.find(({ id }) => `payment:${id}` === line.operationId)
        if (payment?.userId !== person.id) return `${line.operationId} belongs to somebody else`
        if (payment.tokens !== line.balance) return `${line.operationId} gave ${line.balance} tokens`
        const made = facts.madeFor(payment.id)
        if (!made.some((one) => isTrulyPaid(one) && one.kopecks === payment.kopecks))
          return `${line.operationId} is not paid`
      }
    return null
  }),
  /** M14: also under another id. */
  'a payment is credited once': whenPaid((facts) => {
    for (const { lines } of facts.wallets) {
      const bought = lines.filter(({ kind, fingerprint }) => kind === 'credit' && fingerprint?.startsWith('["payment"'))
      const tokens = bought.reduce((sum, { balance }) => sum + balance, 0)
      const ordered = facts.payments.filter(({ id }) =>
        bought.some(({ operationId }) => operationId.startsWith(`payment:${id}`))
      )
      if (tokens > ordered.reduce((sum, payment) => sum + payment.tokens, 0))
        return `${bought.at(-1)?.operationId} came twice`
    }
    return null
  }),
  /** M13, M15. */
  'no more is taken back than what went back': whenPaid((facts) => {
    const beyond = facts.payments.find((payment) => {
      const refunded = facts.madeFor(payment.id).reduce((sum, { refundedKopecks }) => sum + refundedKopecks, 0)
      return takenBack(facts, payment) > tokensFor(payment, Math.min(refunded, payment.kopecks))
    })
    return beyond ? `${takenBack(facts, beyond)} tokens of ${beyond.id}` : null
  }),
  /** M15. */
  'a payment never goes back to an earlier state': whenPaid((facts) => {
    const before = seen.get(facts) ?? new Map<string, string>()
    seen.set(facts, before)
    for (const { id, status } of facts.payments) {
      const known = before.get(id)
      if (known !== undefined && !mayFollow[known]?.includes(status)) return `${id} was ${known} and is ${status}`
      before.set(id, status)
    }
    return null
  }),
  'an order makes one payment': whenPaid((facts) => {
    const doubled = facts.payments.find((payment) => facts.madeFor(payment.id).length > 1)
    return doubled ? doubled.id : null
  }),
  /** M13. */
  'money goes back once for one order': whenPaid((facts) => {
    const made = [...shopOf(facts).refunds.values()].filter(({ key, status }) => key !== null && status !== 'canceled')
    return made.length > facts.refundsOrdered ? `${made.length} refunds for ${facts.refundsOrdered} orders` : null
  }),
  'a paid month counts once': (facts, { directoryRows }) => {
    if (!directoryRows) return null
    const [months] = facts.world.used.directory.all(
      `select user_id from subscriptions where months > (select count(*) from payments
        where payments.user_id = subscriptions.user_id and package_id = 'premium')`
    )
    return months ? String(months['user_id']) : null
  }
}
