// What Cloudflare's Workers Paid plan asks above the included amounts, in US dollars, read in November 2026. Included
// amounts are left out: a platform with users has used them up. Not priced: CPU time of Workers, storage kept for ever.
import type { AnswerCount } from './counts.ts'

const million = 1_000_000

/** Sources: the pages under developers.cloudflare.com named beside each group. */
const prices = {
  // /workers/platform/pricing
  workerRequest: 0.3 / million,
  // /durable-objects/platform/pricing: every call of an object and every alarm is a request; setting an alarm is a row.
  objectRequest: 0.15 / million,
  objectGigabyteSecond: 12.5 / million,
  objectRowWritten: 1 / million,
  objectRowRead: 0.001 / million,
  // /d1/platform/pricing
  d1RowWritten: 1 / million,
  d1RowRead: 0.001 / million
}

/** What an awake object is billed as, whatever it uses: 128 MB, counted as 0.128 GB in the examples of the price list. */
const objectGigabytes = 0.128

/** Dollars for `answers` answers like this one, by what they are for. */
export function costOf(count: AnswerCount, answers: number): Record<string, number> {
  const each = {
    'Worker requests': prices.workerRequest,
    'object requests': count.objectCalls * prices.objectRequest,
    'object duration': count.awakeSeconds * objectGigabytes * prices.objectGigabyteSecond,
    'object rows written': count.objectRowsWritten * prices.objectRowWritten,
    'object rows read': count.objectRowsRead * prices.objectRowRead,
    'D1 rows written': count.d1RowsWritten * prices.d1RowWritten,
    'D1 rows read': count.d1RowsRead * prices.d1RowRead
  }
  const total = Object.values(each).reduce((sum, dollars) => sum + dollars, 0)
  return Object.fromEntries(Object.entries({ ...each, total }).map(([name, dollars]) => [name, dollars * answers]))
}
