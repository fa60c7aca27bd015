// Every alarm is raised by its cause, and people are told of it once on each channel, without personal data.
import { env } from 'cloudflare:workers'
import { beforeEach, expect, test, vi } from 'vitest'
import { type AlarmKind, alarmSeverities } from '#contract/alarm-kinds.ts'
import { alarmDescriptions, alarmPathOf, alarmsPath } from '#contract/alarms.ts'
import { tellAlarms } from '#worker/clock/tell-alarms.ts'
import { causes } from '../support/worker/alarm-causes.ts'
import { hashCheaply } from '../support/worker/hashing.ts'
import { skipPauses } from '../support/worker/killing.ts'
import { control } from '../support/worker/paying.ts'
import { catchAlarms, emptyBooks } from '../support/worker/reconciling.ts'
import { alarmRows, emptyAlarms, heard, withChannels } from '../support/worker/telling.ts'
import { catchWarnings, passMs, stopClock } from '../support/worker/wallet-rows.ts'

const hourMs = 60 * 60_000
let alarms: ReturnType<typeof catchAlarms>

hashCheaply()

beforeEach(async () => {
  stopClock()
  skipPauses()
  catchWarnings()
  alarms = catchAlarms()
  vi.spyOn(console, 'log').mockReturnValue()
  await fetch(`${new URL(env.YOOKASSA_BASE_URL).origin}/new-sandbox`, { method: 'POST' })
  await control({ notifications: 'never', speed: 2000 })
  await emptyBooks()
  await env.DB.batch(
    [
      ...['refund_searches', 'refunds', 'provider_outages', 'duties'].map((table) => `delete from ${table}`),
      // The cron counts as running, except in the test that stops it.
      `insert into duties (duty, since, warned_at) values ('clock', ${Date.now()}, 9e15)`
    ].map((statement) => env.DB.prepare(statement))
  )
  await emptyAlarms()
})
/** The minutes of the clock, until those alarms are told that are told by the hour. */
async function tellForAnHour() {
  for (let minutes = 0; minutes <= 60; minutes += 30) {
    await tellAlarms(withChannels, Date.now())
    passMs(hourMs / 2)
  }
}

test.each(Object.entries(causes) as [AlarmKind, () => Promise<unknown>][])('%s', async (kind, cause) => {
  await cause()
  await vi.waitFor(async () => expect(await alarmRows(kind)).not.toEqual([]), { timeout: 20_000 })
  const rows = await alarmRows(kind)
  // The oldest is named first.
  const row = rows.at(-1)!
  const { title, todo } = alarmDescriptions[kind]
  const severity = alarmSeverities[kind]
  expect(alarms()).toContainEqual(expect.objectContaining({ event: kind, severity }))
  expect(new Set(rows.map(({ subject }) => subject)).size).toBe(rows.length)

  await tellForAnHour()
  const named = row.subject === kind ? title : row.subject.slice(0, 60)
  for (const [channel, messages] of Object.entries(await heard())) {
    const about = messages.filter((message) => message.includes(title) && message.includes(named))
    expect(about, channel).toHaveLength(1)
    expect(about[0]).toContain(todo)
    expect(about[0]).toContain(`${env.SITE_ORIGIN}${rows.length === 1 ? alarmPathOf(row) : alarmsPath}`)
    // The persons of the tests have addresses at this host, and the texts of their jobs are about a lighthouse.
    expect(about[0]).not.toMatch(/\.example|127\.0\.0\.1|Маяк|secret|token=/)
  }
  expect((await alarmRows(kind)).map(({ pagedAt }) => pagedAt)).not.toContain(null)
})
