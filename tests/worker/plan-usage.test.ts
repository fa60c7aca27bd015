// How the usage of a period is read from the copy in D1.
import { env } from 'cloudflare:workers'
import { expect, test } from 'vitest'
import { openHistory } from '#data/base/database.ts'
import { usageOfPeriod } from '#data/history/plan-usage.ts'
import { plansOf } from '#tests/support/worker/query-plans.ts'

const read = () => usageOfPeriod(openHistory(env, 'h1-user'), 'h1-user', { start: 1, end: 2 })

test('the usage of a period is read from that period alone, whatever the user did before', async () => {
  expect((await plansOf('h1-user', read)).steps).toContain(
    'SEARCH usage USING INDEX usage_of_period (user_id=? AND finished_at>? AND finished_at<?)'
  )
})
