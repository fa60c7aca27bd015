// Pictures and videos: what the platform pays a provider for, and what its user pays for. M10 to M12.
import type { Check, Facts, JobFacts } from '../world/facts.ts'
import { walletOf } from './payments.ts'

const whenWorked =
  (check: (facts: Facts) => string | null): Check =>
  (facts, { jobs }) =>
    jobs ? check(facts) : null

export const chargeOf = (facts: Facts, { userId, operationId }: JobFacts): number =>
  walletOf(facts, userId)
    ?.lines.filter((line) => line.operationId === operationId || line.operationId.startsWith(`${operationId}~`))
    .reduce((sum, { charged }) => sum + charged, 0) ?? 0

export const hasFile = ({ world }: Facts, { id }: JobFacts): boolean =>
  (world.bucket.objects.get(`results/${id}/0`)?.byteLength ?? 0) > 0

const isEnded = ({ step }: JobFacts) => step === 'completed' || step === 'failed' || step === 'cancelled'
const seen = new WeakMap<Facts, Map<string, string>>()

export const jobInvariants: Record<string, Check> = {
  /** M11. */
  'no provider is asked without a reservation': ({ world }) => {
    const unpaid = world.paidCalls.find(({ isReserved }) => !isReserved)
    return unpaid ? unpaid.operationId : null
  },
  /** M11. */
  'a provider accepts a job once': ({ world }) => {
    const submitted = [...world.network.studio.tasks.values()].map(({ operationId }) => operationId)
    const twice = submitted.find((id, index) => submitted.indexOf(id) !== index)
    return twice ?? null
  },
  /** M12. */
  'only a job with a stored result costs something': whenWorked((facts) => {
    const charged = facts.jobs.find(
      (job) => chargeOf(facts, job) > 0 && (job.step !== 'completed' || !(hasFile(facts, job) || job.isDeleted))
    )
    return charged ? `${charged.operationId} is ${charged.step}` : null
  }),
  /** M10, M12: a late result is a present. */
  'a job that has ended ends only once': whenWorked((facts) => {
    const before = seen.get(facts) ?? new Map<string, string>()
    seen.set(facts, before)
    for (const job of facts.jobs.filter(isEnded)) {
      const known = before.get(job.id)
      const isLate = known === 'failed' && job.step === 'completed' && chargeOf(facts, job) === 0
      if (known !== undefined && known !== job.step && !isLate)
        return `${job.operationId} was ${known} and is ${job.step}`
      before.set(job.id, job.step)
    }
    return null
  }),
  /** M10: what was told to its user as free stays free. */
  'the row of a job says what was charged': whenWorked((facts) => {
    const wrong = facts.jobs.find((job) => job.charged !== null && job.charged !== chargeOf(facts, job))
    return wrong ? `${wrong.operationId}: ${wrong.charged}, and the wallet says ${chargeOf(facts, wrong)}` : null
  })
}
