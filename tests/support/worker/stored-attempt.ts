import type { StoredAttempt } from '#data/history/route-attempts.ts'

/** A call of a route that has served an answer of the site, of $0.0003 and a token. */
export const servedAttempt: Omit<StoredAttempt, 'id' | 'at'> = {
  model: 'gpt-4o-mini',
  supplier: 'openai',
  upstreamModel: 'gpt-6-luna',
  outcome: 'answered',
  firstWordMs: 400,
  totalMs: 2000,
  usage: { inputTokens: 1000, outputTokens: 500 },
  costMicros: 300,
  chargedMicros: 1_000_000,
  isOnPlan: false
}

/** What is different where no word has come. */
export const nothingServed = { firstWordMs: null, usage: null, costMicros: null, chargedMicros: 0 }
