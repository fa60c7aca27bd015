// What runs tell of themselves: how one failed, and what has happened in all of them.
import type { Ran } from './run.ts'

/** Whatever must happen in a long run: a simulator that never does it proves nothing about it. */
const expected = [
  ...['lost', 'lost-after', 'killed', 'killed-after', 'delayed'].map((fault) => `fault: d1 ${fault}`),
  ...['lost', 'lost-after', 'killed', 'killed-after', 'delayed'].map((fault) => `fault: bucket ${fault}`),
  ...['lost', 'lost-after', 'killed', 'killed-after', 'delayed', 'twice', 'silence'].map(
    (fault) => `fault: queue ${fault}`
  ),
  ...['lost', 'lost-after', 'killed', 'killed-after', 'delayed', 'silence', 'silence-after'].map(
    (fault) => `fault: upstream ${fault}`
  ),
  ...['lost', 'killed', 'silence', 'delayed'].map((fault) => `fault: stream ${fault}`),
  ...['killed', 'killed-after', 'lost-after', 'delayed', 'restarted'].map((fault) => `fault: object ${fault}`),
  ...['crashed before-commit', 'crashed after-commit'].map((fault) => `fault: object ${fault}`),
  ...['twice', 'ack-lost', 'dropped'].map((fault) => `fault: message ${fault}`),
  ...['lost', 'doubled', 'forged'].map((fault) => `fault: notification ${fault}`),
  ...['gone', 'broken', 'down'].map((fault) => `fault: file ${fault}`),
  ...['alarm early', 'alarm twice', 'D1 unavailable', 'request repeated', 'payment lies'].map(
    (fault) => `fault: ${fault}`
  ),
  ...['next', 'late', 'seconds', 'minutes', 'hours'].map((kind) => `clock: ${kind}`),
  ...['complete', 'truncated', 'refused', 'error', 'cut', 'silence'].map((end) => `model: ${end}`),
  ...['made', 'moderated', 'failed', 'never', 'late'].map((fate) => `studio: ${fate}`),
  'ask: finished',
  'ask: INSUFFICIENT_TOKENS',
  'ask: TOO_MANY_RUNNING',
  'ask: OPERATION_IN_PROGRESS',
  'stop: finished',
  'submit: done',
  'submit: INSUFFICIENT_TOKENS',
  'submit: TOO_MANY_RUNNING',
  'cancel: done',
  'purchase: done',
  'purchase: PAYMENT_DELAYED',
  'premium: done',
  'cancel-plan: done',
  'return-page: done',
  'payment succeeded',
  'payment canceled',
  'refund: done',
  'refund: PAYMENT_DELAYED',
  'refund in the shop',
  'refund succeeded',
  'refund canceled',
  'log: payment-review',
  'log: wallet-reservation-expired',
  'job: completed',
  'job: failed',
  'job: cancelled',
  'job: completed late'
]

/** How it failed, and how to see it again. */
export const describe = ({ seed, failure }: Ran): string =>
  failure === null
    ? `Seed ${seed} has not failed`
    : [
        `Seed ${seed} has failed: ${failure.problem}`,
        ...failure.trace.map((step) => `  ${step}`),
        `All of its steps: npm run simulate -- --seed ${seed}`
      ].join('\n')

/** @returns how often what has happened in all runs, and what never has */
export function total(runs: readonly Ran[]) {
  const used = new Map<string, number>()
  for (const { counts } of runs) for (const [kind, times] of counts) used.set(kind, (used.get(kind) ?? 0) + times)
  return {
    used,
    missing: expected.filter((kind) => !used.has(kind)),
    steps: runs.reduce((sum, { steps }) => sum + steps, 0)
  }
}

export const tableOf = (used: ReadonlyMap<string, number>): string =>
  [...used]
    .toSorted(([one], [other]) => (one < other ? -1 : 1))
    .map(([kind, times]) => `${String(times).padStart(9)}  ${kind}`)
    .join('\n')
