// How SQLite finds what the queries of a test read.
import { env } from 'cloudflare:workers'
import { vi } from 'vitest'
import { historyRows } from './histories.ts'

/** What SQLite does for each statement that is run on the user's history meanwhile, and in how many batches. */
export async function plansOf(
  userId: string,
  run: () => Promise<unknown>
): Promise<{ trips: number; steps: string[] }> {
  const rows = historyRows(userId)
  const prepare = rows.prepare.bind(rows)
  const explained: Promise<string[]>[] = []
  vi.spyOn(rows, 'prepare').mockImplementation((query) => {
    const statement = prepare(query)
    const bind = statement.bind.bind(statement)
    statement.bind = (...values) => {
      const plan = prepare(`explain query plan ${query}`).bind(...values)
      explained.push(plan.all<{ detail: string }>().then(({ results }) => results.map(({ detail }) => detail)))
      return bind(...values)
    }
    return statement
  })
  const batch = vi.spyOn(rows, 'batch')
  await run()
  const steps = (await Promise.all(explained)).flat()
  const trips = batch.mock.calls.length
  vi.restoreAllMocks()
  return { trips, steps }
}

/** What SQLite does for a query of the directory, as drizzle's `toSQL` gives it. */
export async function planOf({ sql, params = [] }: { sql: string; params?: unknown[] }): Promise<string[]> {
  const plan = env.DB.prepare(`explain query plan ${sql}`).bind(...params)
  return (await plan.all<{ detail: string }>()).results.map(({ detail }) => detail)
}
