// What a call was admitted with, as its row has it. A call of a fixed price has no prices of tokens: it costs what it holds.
import type { PerMillion } from '#domain/metering/prices.ts'
import type { CallTerms } from '#domain/metering/usage.ts'

export interface TermColumns {
  /** JSON; `null`: the price is fixed. */
  per_million: string
  input_bound: number
  output_max: number
  hold_micros: number
}

export function termsOf({
  per_million: rates,
  input_bound,
  output_max,
  hold_micros: fixedMicros
}: TermColumns): CallTerms {
  const perMillion = JSON.parse(rates) as PerMillion | null
  return perMillion ? { perMillion, inputTokensBound: input_bound, outputTokensMax: output_max } : { fixedMicros }
}

/** In the order of the table, without the hold. */
export const termColumns = (terms: CallTerms): [perMillion: string, inputBound: number, outputMax: number] =>
  'fixedMicros' in terms
    ? ['null', 0, 0]
    : [JSON.stringify(terms.perMillion), terms.inputTokensBound, terms.outputTokensMax]
