// What is kept no longer is found by indexes, and the purge of an hour deletes what 100,000 users leave in one.
import { env } from 'cloudflare:workers'
import { SQLiteSyncDialect } from 'drizzle-orm/sqlite-core'
import { expect, test } from 'vitest'
import { historyPurges, purgeOld, purges } from '#data/directory/retention.ts'
import { countOnD1 } from '../support/worker/histories.ts'
import { planOf } from '../support/worker/query-plans.ts'

const dayMs = 24 * 60 * 60 * 1000
const now = Date.UTC(2030, 0, 1)

const statements = () =>
  purges(now)
    .flat()
    .map((statement) => new SQLiteSyncDialect().sqlToQuery(statement))

test('every purge searches by an index, in tables of any size', async () => {
  for (const { sql, params } of statements()) {
    const steps = await planOf({ sql, params })
    expect(
      steps.filter((step) => step.startsWith('SCAN')),
      `${sql}: ${steps.join('; ')}`
    ).toEqual([])
    expect(steps.join()).toMatch(/SEARCH \w+ USING (COVERING )?INDEX \w+_(over|unconfirmed)/)
  }
})

/** Inserts so many rows. */
const fill = (count: number, columns: string, values: string) =>
  env.DB.prepare(
    `with recursive counted(n) as (select 1 union all select n + 1 from counted where n < ?1)
      insert into ${columns} select ${values} from counted`
  )
    .bind(count)
    .run()

/** Of a day with 100,000 sessions and links, 30,000 mails, 1,000 changes of an address and 5,000 registrations. */
const hourly = { sessions: 4200, email_links: 4200, outgoing_mails: 1300, email_changes: 50, users: 210 }

async function leaveOneHour(at: number) {
  const on = String(at)
  await fill(
    hourly.sessions,
    'sessions (id, user_id, refresh_hash, user_agent, ip, created_at, last_seen_at, expires_at, ended_at)',
    `'s' || n || '-${on}', 'u' || n, 's' || n || '-${on}', 'Firefox', '10.0.0.1', ${on}, ${on}, ${on} + 7776000000,
      case n % 3 when 0 then ${on} end`
  )
  await fill(
    hourly.email_links,
    'email_links (token_hash, user_id, purpose, created_at, expires_at, used_at)',
    `'l' || n || '-${on}', 'u' || n, 'confirm-email', ${on}, ${on}, case n % 2 when 0 then ${on} end`
  )
  await fill(
    hourly.outgoing_mails,
    'outgoing_mails (id, user_id, facts, created_at, send_at)',
    `'m' || n || '-${on}', 'u' || n, '{}', ${on}, null`
  )
  await fill(
    hourly.email_changes,
    'email_changes (id, user_id, new_email, new_canonical_email, old_token_hash, new_token_hash, created_at, expires_at)',
    `'c' || n || '-${on}', 'u' || n, '', '', 'c' || n || '-${on}', 'd' || n || '-${on}', ${on}, ${on}`
  )
  await fill(
    hourly.users,
    'users (id, email, canonical_email, password_hash, created_at)',
    `'x' || n || '-${on}', '', 'x' || n || '-${on}', '', ${on}`
  )
}

const counts = () => Promise.all(Object.keys(hourly).map((table) => countOnD1(`select count(*) as n from ${table}`)))

test('the hourly purge deletes what 100,000 users leave in an hour', async () => {
  const old = now - 366 * dayMs
  await leaveOneHour(old)
  await fill(10, 'outgoing_mails (id, user_id, facts, created_at, send_at)', `'due' || n, 'u' || n, '{}', ${old}, 1`)
  expect(await counts()).toEqual([4200, 4200, 1310, 50, 210])
  expect(await purgeOld(env, now)).toBe(4200 + 4200 + 1300 + 50 + 210)
  expect(await counts()).toEqual([0, 0, 10, 0, 0])
  expect(await purgeOld(env, now)).toBe(0)
})

test('calls of routes are kept for 35 days, and the older ones found by their key', async () => {
  for (const { sql, params } of historyPurges(now)
    .flat()
    .map((one) => new SQLiteSyncDialect().sqlToQuery(one))) {
    const plan = env.HISTORY_1.prepare(`explain query plan ${sql}`).bind(...params)
    const steps = (await plan.all<{ detail: string }>()).results.map(({ detail }) => detail)
    expect(steps.join()).toMatch(
      /SEARCH route_attempts USING (COVERING )?INDEX sqlite_autoindex_route_attempts_1 \(at<\?\)/
    )
    expect(steps.filter((step) => step.startsWith('SCAN'))).toEqual([])
  }
  const keptMs = 35 * dayMs
  for (const database of [env.HISTORY_1, env.HISTORY_2])
    await database
      .prepare(
        `with recursive counted(n) as (select 1 union all select n + 1 from counted where n < 2500)
          insert into route_attempts (at, id, model, supplier, upstream_model, outcome, total_ms, charged_micros, is_on_plan)
          select case when n <= 5 then ?1 + 1 else ?1 - n end, n, 'gpt-4o', 'openai', 'gpt-6-luna', 'answered', 5, 1, 0 from counted`
      )
      .bind(now - keptMs)
      .run()
  expect(await purgeOld(env, now)).toBe(2 * 2495)
  expect(await countOnD1('select count(*) as n from route_attempts')).toBe(2 * 5)
})
