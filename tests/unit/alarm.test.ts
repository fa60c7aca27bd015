import { describe, expect, test } from 'vitest'
import { alarmKinds } from '#contract/alarm-kinds.ts'
import { alarmDescriptions, alarmPathOf } from '#contract/alarms.ts'
import { alarmRestMs, channelFailuresMax, firstPageAt, nextPageAt, pageAgainAt } from '#domain/alarm.ts'

const minuteMs = 60_000
const hourMs = 60 * minuteMs
const noon = Date.UTC(2026, 10, 24, 12)

describe('people are told', () => {
  test('of what is urgent at once, and every day', () => {
    expect([firstPageAt('urgent', noon + 5), nextPageAt('urgent', noon)]).toEqual([noon + 5, noon + alarmRestMs])
  })

  test('of everything else when the hour is over, once', () => {
    expect([noon, noon + 1, noon + hourMs - 1].map((now) => firstPageAt('notice', now))).toEqual(
      Array(3).fill(noon + hourMs)
    )
    expect(nextPageAt('notice', noon)).toBe(null)
  })

  test('again after pauses of a minute to an hour, and the tries end within a day', () => {
    const pauses = Array.from({ length: channelFailuresMax }, (_, index) => pageAgainAt(index + 1, 0))
    expect(pauses.slice(0, 8).map((pause) => pause / minuteMs)).toEqual([1, 2, 4, 8, 16, 32, 60, 60])
    expect(pauses.reduce((sum, pause) => sum + pause, 0)).toBeLessThan(24 * hourMs)
  })
})

describe('every alarm', () => {
  test.each(alarmKinds)('%s has a title and a sentence that fit into a message', (kind) => {
    const { title, todo } = alarmDescriptions[kind]
    expect(title).toMatch(/^[А-ЯЁ].{5,45}[^.]$/)
    expect(todo).toMatch(/^[А-ЯЁ].{10,140}\.$/)
  })

  test.each([
    [{ kind: 'payment-review', subject: 'a1', userId: 'h1-u' }, '/operator/#/payments/a1'],
    [{ kind: 'wallet-frozen', subject: 'h1-u', userId: 'h1-u' }, '/operator/#/people/h1-u'],
    [{ kind: 'job-without-reservation', subject: 'job-1', userId: 'h1-u' }, '/operator/#/people/h1-u'],
    [{ kind: 'wallet-frozen', subject: 'h1-u', userId: null }, '/operator/#/alarms'],
    [{ kind: 'job-dead', subject: 'job-1', userId: 'h1-u' }, '/operator/#/dead-letters'],
    [{ kind: 'provider-unpaid', subject: 'bfl', userId: null }, '/operator/#/services'],
    [{ kind: 'csp-reports', subject: 'script-src', userId: null }, '/operator/#/alarms?kind=csp-reports'],
    [{ kind: 'clock-late', subject: 'clock-late', userId: null }, '/operator/#/system']
  ] as const)('%o leads to %s', (alarm, path) => {
    expect(alarmPathOf(alarm)).toBe(path)
  })
})
