// Whether a call of the API may begin, and what it holds. Pure. Must never let a hold past the balance, a limit of the user or one of the key:
// what is spent, what open calls hold and what this call may cost at most stay together below each of them.
import { type BudgetPeriod, budgetPeriods } from '#contract/budget-words.ts'
import { microsPerToken, type PerMillion } from './prices.ts'
import { type Meter, slackOf } from './tab.ts'
import { dearestOutput, type FixedTerms, holdOf, inputHoldOf } from './usage.ts'

/** Whole site tokens. Absent: no limit of this period. */
export type KeyBudgets = { [Period in BudgetPeriod]?: number | undefined }

/** When the client names no bound of the output. */
const usualOutputTokens = 8_192
/** A bound that the client has not named is not lowered below it: an answer that ends after a few words is worth nothing. */
const leastOutputTokens = 256
/** A tab takes some tokens more than it needs, so that not each call moves tokens; but not what the site's own pages need. */
const spareTokens = 5
const spareShare = 4

interface CountedCall {
  /** The prices that this call is charged by; a later change does not affect it. */
  perMillion: PerMillion
  /** No less than what the supplier can count, see `inputTokensBound`. */
  inputTokensBound: number
  /** Null: the client has named no bound, and it is lowered to what can be paid. */
  outputTokensAsked: number | null
  /** Of the model: what is asked above it is lowered to it. */
  outputTokensCap: number
}

export type AskedCall = CountedCall | FixedTerms

export interface CallRoom {
  isFrozen: boolean
  /** Available tokens, or the debt when negative. */
  freeTokens: number
  /** The tightest limit of the user, and what it lets be reserved above what is reserved now, negative when that is more; null: there is none. */
  userBudget: { period: BudgetPeriod; leftTokens: number } | null
  keyBudgets: KeyBudgets
  /** In each period, in µ; with what its open calls hold. */
  keySpentMicros: Record<BudgetPeriod, number>
  openMax: number
}

type CallRefusal =
  | { state: 'refused'; code: 'ACCOUNT_FROZEN' | 'TOO_MANY_RUNNING' }
  | {
      state: 'refused'
      code: 'INSUFFICIENT_TOKENS' | 'BUDGET_EXCEEDED'
      missingMicros: number
      fitsOutputTokens?: number
      budget?: { owner: 'key' | 'user'; period: BudgetPeriod }
    }

export type CallAdmission =
  | CallRefusal
  /** `outputTokensMax`: 0 for a call of a fixed price. `growTokens`: how many tokens more the tab needs. */
  | { state: 'admitted'; outputTokensMax: number; holdMicros: number; growTokens: number }

interface Limit {
  /** The most that this call may hold. */
  micros: number
  budget: { owner: 'key' | 'user'; period: BudgetPeriod } | null
}

const demand = (name: string, value: number, least: number) => {
  if (!Number.isSafeInteger(value) || value < least)
    throw new RangeError(`${name} must be a whole number from ${least} up`)
}

const ofKey = (keyBudgets: KeyBudgets, spentMicros: Record<BudgetPeriod, number>): Limit[] =>
  budgetPeriods.flatMap((period): Limit[] => {
    const limit = keyBudgets[period]
    return limit === undefined
      ? []
      : [{ micros: limit * microsPerToken - spentMicros[period], budget: { owner: 'key', period } }]
  })

/**
 * What a call may hold where so many tokens may still be reserved. Below zero, as many of those that the tab has are not to be used; what is
 * paid already is.
 */
const heldWith = (tokens: number, meter: Meter): number =>
  slackOf(meter) + Math.max(tokens, 0 - (meter.tab?.blockTokens ?? 0)) * microsPerToken

function limitsOf(meter: Meter, { userBudget, keyBudgets, keySpentMicros, freeTokens }: CallRoom): Limit[] {
  const ofUser: Limit[] = userBudget
    ? [{ micros: heldWith(userBudget.leftTokens, meter), budget: { owner: 'user', period: userBudget.period } }]
    : []
  return [...ofKey(keyBudgets, keySpentMicros), ...ofUser, { micros: heldWith(freeTokens, meter), budget: null }]
}

/** Why the limits of a key let no work of this price begin; null: they do. A repetition costs nothing more. */
export function keyRefusalOf(
  micros: number,
  keyBudgets: KeyBudgets,
  takenMicros: Record<BudgetPeriod, number>
): Extract<CallRefusal, { missingMicros: number }> | null {
  const [first] = ofKey(keyBudgets, takenMicros).toSorted((one, other) => one.micros - other.micros)
  if (!first?.budget || micros === 0 || micros <= first.micros) return null
  return { state: 'refused', code: 'BUDGET_EXCEEDED', missingMicros: micros - first.micros, budget: first.budget }
}

const tightest = (limits: readonly Limit[]): Limit | undefined =>
  limits.toSorted((one, other) => one.micros - other.micros)[0]

function growthOf(meter: Meter, holdMicros: number, { freeTokens, userBudget }: CallRoom): number {
  const missing = Math.ceil((holdMicros - slackOf(meter)) / microsPerToken)
  if (missing <= 0) return 0
  const most = Math.min(freeTokens, userBudget?.leftTokens ?? Infinity)
  return Math.max(missing, Math.min(spareTokens, Math.floor(most / spareShare)))
}

/** A program makes its calls one after another: with each of them, tokens would move to and fro. */
const givesBackAfterMs = 30_000

/**
 * The meter of a tab that gives back all that it does not owe, because no call uses it, and it is more than a quarter of what is free: a
 * bound of the output may have taken a small balance whole, which the site's own pages need sooner than the tab closes.
 * @returns the same meter when it keeps all
 */
export function withoutIdle(meter: Meter, freeTokens: number): Meter {
  const { tab } = meter
  const idleTokens = Math.floor(slackOf(meter) / microsPerToken)
  if (tab?.openCalls !== 0 || idleTokens <= freeTokens / spareShare) return meter
  return { ...meter, tab: { ...tab, blockTokens: tab.blockTokens - idleTokens } }
}

/** When a tab gives back what is idle; Infinity: it keeps all, or a call is open. */
export const givesBackAt = (meter: Meter, freeTokens: number): number =>
  meter.tab && withoutIdle(meter, freeTokens) !== meter ? meter.tab.movedAt + givesBackAfterMs : Infinity

/** What a call holds in any case, and what for each token of output; these come between `least` and `wanted`. */
interface Bounds {
  surelyMicros: number
  outputMicros: number
  least: number
  wanted: number
}

function boundsOf(asked: AskedCall): Bounds {
  if ('fixedMicros' in asked) {
    demand('fixedMicros', asked.fixedMicros, 1)
    return { surelyMicros: holdOf(asked), outputMicros: 0, least: 0, wanted: 0 }
  }
  const { perMillion, inputTokensBound, outputTokensAsked, outputTokensCap } = asked
  demand('inputTokensBound', inputTokensBound, 0)
  demand('outputTokensCap', outputTokensCap, 1)
  if (outputTokensAsked !== null) demand('outputTokensAsked', outputTokensAsked, 1)
  const wanted = Math.min(outputTokensAsked ?? usualOutputTokens, outputTokensCap)
  return {
    surelyMicros: inputHoldOf(perMillion, inputTokensBound),
    outputMicros: dearestOutput(perMillion, inputTokensBound),
    least: outputTokensAsked === null ? Math.min(leastOutputTokens, wanted) : wanted,
    wanted
  }
}

/** How many tokens of output can be held; below 0: not even what the call holds in any case. */
function fittingOutput({ surelyMicros, outputMicros }: Bounds, mostMicros: number): number {
  if (outputMicros > 0) return Math.floor((mostMicros - surelyMicros) / outputMicros)
  return mostMicros < surelyMicros ? -1 : 0
}

/** @throws RangeError on a bound that is no whole number, and on prices beyond what is exact */
export function admissionOf(meter: Meter, asked: AskedCall, room: CallRoom): CallAdmission {
  const bounds = boundsOf(asked)
  if (room.isFrozen) return { state: 'refused', code: 'ACCOUNT_FROZEN' }
  const limits = limitsOf(meter, room)
  const mostMicros = Math.min(...limits.map(({ micros }) => micros))
  const { surelyMicros, outputMicros, least, wanted } = bounds
  const fits = fittingOutput(bounds, mostMicros)
  if (fits < least) {
    const holdMicros = surelyMicros + least * outputMicros
    // A limit comes before the funds: more tokens would not help.
    const budget = tightest(limits.filter((one) => one.budget !== null && one.micros < holdMicros))?.budget
    return {
      state: 'refused',
      code: budget ? 'BUDGET_EXCEEDED' : 'INSUFFICIENT_TOKENS',
      // With the whole debt, of which the tab may cover only a part.
      missingMicros: holdMicros - (budget ? mostMicros : slackOf(meter) + room.freeTokens * microsPerToken),
      ...(fits >= 1 && { fitsOutputTokens: fits }),
      ...(budget && { budget })
    }
  }
  // Funds come before the number of open calls: waiting does not help a user without tokens.
  if ((meter.tab?.openCalls ?? 0) >= room.openMax) return { state: 'refused', code: 'TOO_MANY_RUNNING' }
  const outputTokensMax = Math.min(wanted, fits)
  const holdMicros = surelyMicros + outputTokensMax * outputMicros
  return { state: 'admitted', outputTokensMax, holdMicros, growTokens: growthOf(meter, holdMicros, room) }
}
