// What the user's keys have used, as the page of the keys shows it.
import type { ApiUsage } from '#contract/api-keys.ts'
import { daysUntil } from '#domain/billing-calendar.ts'
import { microsPerToken } from '#domain/metering/prices.ts'
import type { KeyName } from '#durable-objects/keys/calls.ts'
import type { KeyUsage } from '#durable-objects/metering/calls.ts'
import { userOf } from '#durable-objects/stubs.ts'
import { askerOf, foundBy } from '../http/admitted.ts'
import type { AppContext } from '../http/context.ts'

/** Some sixty kilobytes as they are sent: nine keys that use six models each, every day for ninety days. */
const rowsMax = 5000

const rowOf = (usage: KeyUsage, day: string): ApiUsage['rows'][number] => ({
  day,
  key_id: usage.keyId,
  model: usage.model,
  calls: usage.calls,
  input_tokens: usage.inputTokens,
  cached_tokens: usage.cachedInputTokens,
  written_tokens: usage.cacheWriteTokens,
  output_tokens: usage.outputTokens,
  cost: usage.costMicros / microsPerToken
})

function keysOf(rows: ApiUsage['rows'], names: readonly KeyName[]): ApiUsage['keys'] {
  const known = new Map(names.map((key) => [key.id, key]))
  return [...new Set(rows.map((row) => row.key_id))].map((id) => {
    const key = known.get(id)
    return { id, name: key?.name ?? null, deleted: key?.isEnded ?? true }
  })
}

/**
 * Tells whole days: a day of which rows are missing would be a wrong sum. When the newest day with calls has too many by itself, it is told
 * as far as it goes.
 * @throws AppError UNAUTHORIZED, RATE_LIMITED
 */
export async function apiUsageOf(c: AppContext, dayCount: number): Promise<ApiUsage> {
  const days = daysUntil(Date.now(), dayCount)
  const since = days[0]?.start ?? Date.now()
  const read = await userOf(c.env, c.var.caller.userId).readKeyUsage(askerOf(c), since, rowsMax + 1)
  const { usage, names } = foundBy(read)
  const cutDay = usage[rowsMax]?.day ?? -Infinity
  const isPartial = usage[0]?.day === cutDay
  const told = days.filter(({ start }) => start > cutDay || (isPartial && start === cutDay))
  const dayNames = new Map(told.map(({ start, day }) => [start, day]))
  const rows = usage.slice(0, rowsMax).flatMap((one) => {
    const day = dayNames.get(one.day)
    return day === undefined ? [] : [rowOf(one, day)]
  })
  const partial = isPartial ? (told[0]?.day ?? null) : null
  return { days: told.map(({ day }) => day), partial_day: partial, keys: keysOf(rows, names), rows }
}
