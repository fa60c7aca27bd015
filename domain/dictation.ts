// How much of a user's speech is transcribed in a day.
import { dictationLimits } from '#contract/catalogue/plans.ts'
import { accountPlanOf, type PlanFacts } from './account-plan.ts'
import type { BucketRule } from './bucket.ts'

/** Names the limit of a day's dictation. */
export const dictationKey = 'dictation'

const dayMs = 24 * 60 * 60 * 1000

/** Takes a recording from the day of an account. A second that is begun counts. */
export const dictationRule = (facts: PlanFacts, seconds: number, now: number): BucketRule => ({
  key: dictationKey,
  limit: dictationLimits[accountPlanOf(facts, now)].secondsPerDay,
  windowMs: dayMs,
  count: Math.ceil(seconds)
})

/** The message to a user who has used up the day. */
export const dictationDayText = ({ limit }: BucketRule): string =>
  `Голосовой ввод бесплатный до ${limit / 60} минут в сутки. На сегодня они закончились, продолжите позже`
