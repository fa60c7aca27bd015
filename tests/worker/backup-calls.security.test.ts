// The calls of the backup command: from the operators' networks alone, and nothing is read before it is recorded who reads and why.
import { createExecutionContext, waitOnExecutionContext } from 'cloudflare:test'
import { env } from 'cloudflare:workers'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { createApp } from '#worker/app.ts'
import { because, operatorToken } from '../support/worker/operator.ts'
import { answered } from '../support/worker/person.ts'

const token = 'backup-token-backup-token-backup-token-backup'

beforeEach(() => {
  vi.spyOn(console, 'warn').mockReturnValue()
})
async function ask(method: 'GET' | 'POST', path: string, body?: object, bindings: object = {}) {
  const context = createExecutionContext()
  const request = new Request(`${env.SITE_ORIGIN}/api/operator/backup${path}`, {
    method,
    headers: { authorization: `Bearer ${token}`, ...(body ? { 'content-type': 'application/json' } : {}) },
    ...(body ? { body: JSON.stringify(body) } : {})
  })
  const settings = { ...env, OPERATOR_TOKEN: operatorToken, BACKUP_TOKEN: token, ...bindings }
  const response = await createApp().fetch(request, settings, context)
  await waitOnExecutionContext(context)
  return response
}

const reads = [
  '/rows?database=DB&table=users',
  '/users',
  '/wallets/nobody',
  '/files',
  '/file?key=x',
  '/nights',
  '/nights/part?night=1&part=0',
  '/nights/wallet?night=1&user=nobody'
]

describe('what a backup reads', () => {
  test.each(reads)('%s waits for who and why', async (path) => {
    expect(await answered(await ask('GET', path))).toMatchObject({ status: 409, code: 'CONFLICT' })
  })

  test('is open for a day after it was said, from the operators’ networks', async () => {
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() })
    expect((await ask('POST', '/begin', because('Копия перед обновлением'))).status).toBe(200)
    expect((await ask('GET', '/users')).status).toBe(200)
    const outside = { OPERATOR_NETWORKS: '10.0.0.0/8' }
    expect((await ask('GET', '/users', undefined, outside)).status).toBe(404)
    expect((await ask('POST', '/begin', because(), outside)).status).toBe(404)
    vi.setSystemTime(Date.now() + 24 * 60 * 60_000 + 1)
    expect((await ask('GET', '/users')).status).toBe(409)
  })
})
