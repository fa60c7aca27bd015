import { env } from 'cloudflare:workers'
import { expect, test, vi } from 'vitest'
import { changedBinding } from '../support/worker/changed-binding.ts'
import { runCron } from '../support/worker/clock.ts'

test('a failing task is reported, and the others still run', async () => {
  const warn = vi.spyOn(console, 'warn').mockImplementation(() => undefined)
  const media = new Proxy(env.MEDIA, {
    get: () => () => Promise.reject(new TypeError('R2 is away'))
  })
  const database = changedBinding(env.DB, {
    prepare: (query: string) => {
      if (query.includes('deletion_requested_at')) throw new TypeError('D1 is away')
      return env.DB.prepare(query)
    }
  })
  expect(await runCron({ ...env, MEDIA: media, DB: database }, Date.UTC(2026, 10, 21, 12, 7))).toEqual({
    jobs: expect.objectContaining({ failed: 0 }),
    refunds: { due: 0, failed: 0 },
    refundSearch: { listed: 0, scheduled: 0 },
    payments: { asked: 0, ended: 0, failed: 0 },
    subscriptions: { due: 0, failed: 0 },
    outgoingMails: { sent: 0, failed: 0 },
    erasedAccounts: null,
    purgedRows: expect.any(Number),
    strayUploads: null,
    reconciliation: { users: 0, jobs: 0, differences: 0 },
    books: { moved: 0, failed: 0 }
  })
  expect(warn.mock.calls.flat().join()).toMatch(/cron-failed.*erasures(?!.*away)/)
})
