// What must be true once everything works again and the clock has gone on: no work is left, and nothing was lost. M18, M19, M24.
import { endedOperations } from '#durable-objects/wallet/history.ts'
import type { Check } from '../world/facts.ts'
import { chargeOf, hasFile } from './jobs.ts'
import { isTrulyPaid, takenBack, tokensFor, walletOf } from './payments.ts'

export const endInvariants: Record<string, Check> = {
  /** M24. */
  'nothing stays reserved': ({ wallets }) => wallets.find(({ open }) => open.length > 0)?.open[0]?.operationId ?? null,
  /** M24. */
  'every job ends': ({ jobs }) =>
    jobs.find(({ step, charged }) => charged === null || !isEnded(step))?.operationId ?? null,
  /** M24. */
  'every order ends': ({ payments }) =>
    payments.find(({ status }) => status === 'created' || status === 'pending')?.id ?? null,
  /** M14. */
  'all money that came has given its tokens': (facts) =>
    facts.payments.find(({ id, userId, packageId }) => {
      const isPaid = facts.madeFor(id).some(isTrulyPaid)
      const isCredited = walletOf(facts, userId)?.lines.some(({ operationId }) => operationId === `payment:${id}`)
      return isPaid && packageId !== 'premium' && !isCredited
    })?.id ?? null,
  /** M15. */
  'all money that went back has taken its tokens': (facts) => {
    for (const payment of facts.payments.filter(({ status }) => status === 'succeeded' || status === 'refunded')) {
      const [made] = facts.madeFor(payment.id)
      const due = tokensFor(payment, made?.refundedKopecks ?? 0)
      if (takenBack(facts, payment) !== due) return `${payment.id}: ${takenBack(facts, payment)} tokens of ${due}`
    }
    return null
  },
  /** M12. */
  'a delivered job has its file and its price': (facts) =>
    facts.jobs.find((job) => job.step === 'completed' && !job.isDeleted && !hasFile(facts, job))?.operationId ??
    facts.jobs.find((job) => job.step !== 'completed' && chargeOf(facts, job) > 0)?.operationId ??
    null,
  /** M3, M18. */
  'the copy of the journal is the journal': (facts) => {
    for (const wallet of facts.wallets) {
      const copied = facts.copy(wallet).map((row) => [row['seq'], row['operation_id'], row['balance_delta']].join(' '))
      const written = wallet.lines.map(({ seq, operationId, balance }) => `${seq} ${operationId} ${balance}`)
      if (copied.join() !== written.join())
        return `${wallet.person.letter}: ${copied.length} lines of ${written.length}`
    }
    return null
  },
  /** M19. */
  'the history that a user sees adds up': ({ wallets, world }) => {
    for (const { person, host, lines } of wallets) {
      const sql = { exec: (text: string, ...values: unknown[]) => ({ toArray: () => host.sqlite.all(text, values) }) }
      const rows = endedOperations(sql as unknown as SqlStorage, { limit: 1000 }).filter((row) => !world.hides(row))
      const sum = rows.reduce((total, { costTokens }) => total - costTokens, 0)
      if (sum !== lines.reduce((total, { balance }) => total + balance, 0)) return person.letter
    }
    return null
  }
}

const isEnded = (step: string) => step === 'completed' || step === 'failed' || step === 'cancelled'
