// How often something happened in the current window, counted by all isolates together.
import { sql } from 'drizzle-orm'
import type { Directory } from '../base/database.ts'
import { alarmCounts } from './schema-alarms.ts'

/** Adds to the count of the window, which begins anew with every window. @returns the count after it */
export async function addToCount(
  directory: Directory,
  { name, added, windowMs }: { name: string; added: number; windowMs: number },
  now: number
): Promise<number> {
  const windowStart = Math.floor(now / windowMs) * windowMs
  const isSame = sql`${alarmCounts.windowStart} = ${windowStart}`
  const [row] = await directory
    .insert(alarmCounts)
    .values({ name, windowStart, count: added })
    .onConflictDoUpdate({
      target: alarmCounts.name,
      set: { windowStart, count: sql`case when ${isSame} then ${alarmCounts.count} else 0 end + ${added}` }
    })
    .returning()
  return row?.count ?? added
}
