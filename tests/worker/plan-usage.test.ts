// How the usage of a period is read from the copy in D1.
import { env } from 'cloudflare:workers'
import { expect, test } from 'vitest'
import { openHistory } from '#data/base/database.ts'
import { usageOfPeriod } from '#data/history/plan-usage.ts'
import { guardedDatabases } from '#tests/support/worker/breaking.ts'

test('the usage of a period is read from that period alone, whatever the user did before', async () => {
  const asked: string[] = []
  const databases = guardedDatabases((run, query) => {
    asked.push(query)
    return run()
  })
  await usageOfPeriod(openHistory({ ...env, ...databases }, 'h1-user'), 'h1-user', { start: 1, end: 2 })
  const [query = ''] = asked
  const values = Array.from(query.matchAll(/\?/g), () => 1)
  const { results } = await env.HISTORY_1.prepare(`explain query plan ${query}`)
    .bind(...values)
    .all<{ detail: string }>()
  expect(results.map(({ detail }) => detail)).toContain(
    'SEARCH usage USING INDEX usage_of_period (user_id=? AND finished_at>? AND finished_at<?)'
  )
})
