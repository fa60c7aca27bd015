// Counts what the product answers, and keeps every server error that no outage explains.
import type { Power } from './power.ts'

/** Allowed codes: the product is busy, waits for a provider, or reports an answer that a kill has interrupted. */
const causes = ['UNAVAILABLE', 'PAYMENT_DELAYED', 'ANSWER_INTERRUPTED']

export interface Responses {
  /** How many responses had each status. */
  counts: Map<number, number>
  /** Server errors without a cause. */
  problems: string[]
  /** Server errors with one, by code. */
  excused: Map<string, number>
}

const addTo = <Key>(counts: Map<Key, number>, key: Key) => counts.set(key, (counts.get(key) ?? 0) + 1)

/** Counts every response of the site from now on: the whole run calls it by `fetch`. */
export function watchResponses(siteOrigin: string, power: Power): Responses {
  const seen: Responses = { counts: new Map(), problems: [], excused: new Map() }
  const real = globalThis.fetch
  globalThis.fetch = async (target, options) => {
    const { outage, isUp } = power
    const response = await real(target, options)
    const url = target instanceof Request ? target.url : String(target)
    if (!url.startsWith(siteOrigin) || !isUp || !power.isUp || power.outage !== outage) return response
    addTo(seen.counts, response.status)
    if (response.status < 500) return response
    const text = await response.clone().text()
    const code = /"code":"(\w+)"/.exec(text)?.[1]
    if (code !== undefined && causes.includes(code)) addTo(seen.excused, code)
    else seen.problems.push(`${response.status} for ${new URL(url).pathname}: ${text.slice(0, 200)}`)
    return response
  }
  return seen
}
