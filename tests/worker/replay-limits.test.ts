// A paid call repeated under its id, because the answer was lost, does not count as another call.
import { expect, test } from 'vitest'
import { type Asked, call, signUp } from '#tests/support/worker/account.ts'
import { hashCheaply } from '#tests/support/worker/hashing.ts'
import { packageOf } from '#tests/support/worker/paying.ts'

hashCheaply()

const calls: [path: string, settings: Record<string, string>, body: object][] = [
  ['/api/ai/prompt', { LIMIT_TEXT_PER_MINUTE: '2' }, { service: 'flux', idea: 'кот на крыше' }],
  ['/api/ai/text/chatgpt', { LIMIT_TEXT_PER_MINUTE: '2' }, { prompt: 'Кратко: что такое эхо?', model: 'gpt-4o-mini' }],
  ['/api/ai/image/flux', { LIMIT_IMAGE_PER_MINUTE: '2' }, { prompt: 'море' }],
  ['/api/tokens/purchase', { LIMIT_PURCHASES_PER_HOUR: '2' }, packageOf('tokens-100')]
]

test.each(calls)(
  '%s repeated under one id does not use up the limit, and is limited itself',
  async (path, limits, body) => {
    const { accessToken } = await signUp()
    const ask = async (id: string) => {
      const headers: Asked['headers'] = { 'idempotency-key': id, prefer: 'respond-async' }
      return (await call(path, { body, accessToken, headers, settings: limits })).status < 300
    }
    expect(await ask('operation-0001')).toBe(true)
    expect(await ask('operation-0001')).toBe(true)
    expect(await ask('operation-0002')).toBe(true)
    expect(await ask('operation-0003')).toBe(false)
    expect(await ask('operation-0001')).toBe(true)
    expect(await ask('operation-0001')).toBe(false)
  }
)
