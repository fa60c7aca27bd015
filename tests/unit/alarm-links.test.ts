// The link of an alarm leads to a page of the console, and to the person where one is known.
import { expect, test } from 'vitest'
import { alarmKinds } from '#contract/alarm-kinds.ts'
import { alarmPathOf } from '#contract/alarms.ts'
import { pages } from '../../web/console/src/base/pages.ts'

const paths = new Set(pages.map(({ path }) => path))

test.each(alarmKinds)('%s', (kind) => {
  for (const userId of ['user-1', null]) {
    const path = alarmPathOf({ kind, subject: 'subject-1', userId })
    const [, page = ''] = /^\/operator\/#(\/[a-z-]+)/.exec(path) ?? []
    expect(paths).toContain(page)
  }
})

test.each(['backup-user-failed', 'wallet-not-restored', 'payment-without-order', 'wallet-frozen'] as const)(
  '%s opens its person',
  (kind) => {
    expect(alarmPathOf({ kind, subject: 'x', userId: 'user-1' })).toBe('/operator/#/people/user-1')
  }
)

test('what belongs to no person is opened where it is seen', () => {
  expect(alarmPathOf({ kind: 'backup-user-failed', subject: 'many', userId: null })).toBe('/operator/#/system')
  expect(alarmPathOf({ kind: 'payment-without-order', subject: 'x', userId: null })).toBe('/operator/#/payments')
})
