// Which providers are switched off: written when a provider refuses a call, read before a request is accepted and before
// a job is started. A row whose time has passed stays until the next outage.
import { eq, gt, lte } from 'drizzle-orm'
import { outageMs, type Outages } from '#domain/outage.ts'
import type { Directory } from '../base/database.ts'
import { providerOutages } from './schema-outages.ts'
import { users } from './schema.ts'

/** @returns false when the provider was already switched off by another call */
export async function switchOff(
  directory: Directory,
  { provider, code }: { provider: string; code: string | null },
  now: number
): Promise<boolean> {
  const until = now + outageMs
  const written = await directory
    .insert(providerOutages)
    .values({ provider, code, until })
    .onConflictDoUpdate({
      target: providerOutages.provider,
      set: { code, until },
      setWhere: lte(providerOutages.until, now)
    })
    .returning()
  return written.length > 0
}

type OutageRow = typeof providerOutages.$inferSelect
export const outagesOf = (rows: readonly OutageRow[]): Outages =>
  Object.fromEntries(rows.map(({ provider, until }) => [provider, until]))

/** As `readOutages`, with the providers' own codes; also a statement for a batch. */
export const activeOutages = (directory: Directory, now: number) =>
  directory.select().from(providerOutages).where(gt(providerOutages.until, now))

/** The providers that are switched off at this time. */
export async function readOutages(directory: Directory, now: number): Promise<Outages> {
  return outagesOf(await activeOutages(directory, now))
}

/** What decides whether a waiting job may start, in one call. No work is started for a deleted user. */
export async function findForStart(
  directory: Directory,
  userId: string,
  now: number
): Promise<{ hasUser: boolean; outages: Outages }> {
  const [found, rows] = await directory.batch([
    directory.select({ id: users.id }).from(users).where(eq(users.id, userId)),
    activeOutages(directory, now)
  ])
  return { hasUser: found.length > 0, outages: outagesOf(rows) }
}
