// What a usual answer costs and brings. Roubles are estimates, as everywhere in the console.
import { type RouteDefinition, usualUsage } from '#contract/operator/shop/definition.ts'

/** Micro-dollars at list price; null while the rates are not typed. */
export function usualMicros({
  listPrice: { inputMicros, outputMicros }
}: Pick<RouteDefinition, 'listPrice'>): number | null {
  const micros = (usualUsage.inputTokens * inputMicros + usualUsage.outputTokens * outputMicros) / 1_000_000
  return Number.isFinite(micros) ? micros : null
}
