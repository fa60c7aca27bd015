import { describe, expect, it } from 'vitest'
import { ask, createTimelessSandbox } from '#tests/support/node/sandbox-exchange.ts'
import { createSandbox, type Sandbox } from '#sandbox/app.ts'
import { MAIL_FAULTS, TEXT_FAULTS } from '#sandbox/base/faults.ts'
import { MEDIA_FAULTS } from '#sandbox/base/media-faults.ts'
import { UPSTREAMS } from '#sandbox/pages/upstreams.ts'

const at = (path: string, init?: RequestInit) => new Request(`http://sandbox.test${path}`, init)

async function control(sandbox: Sandbox, settings: unknown) {
  const response = await sandbox.fetch(at('/control.json', { method: 'POST', body: JSON.stringify(settings) }))
  return { status: response.status, body: await response.json() }
}

async function getJson(sandbox: Sandbox, path: string): Promise<unknown> {
  return (await sandbox.fetch(at(path))).json()
}

describe('/control.json', () => {
  it('shows the switches as set at the start', async () => {
    expect(await getJson(createSandbox({ speed: 5 }), '/control.json')).toEqual({
      speed: 5,
      fault: null,
      faultCount: 0,
      mailFault: null,
      mailFaultCount: 0,
      mediaFault: null,
      mediaFaultCount: 0,
      paused: false,
      transcript: null,
      listPriceTimes: 1,
      listWithout: [],
      paymentFault: null,
      paymentFaultCount: 0,
      notifications: 'on-time',
      saving: 'on',
      site: null
    })
  })

  it('applies the fault to the set number of calls, at any upstream', async () => {
    const sandbox = createTimelessSandbox()
    await control(sandbox, { fault: 'server-error', faultCount: 2 })
    const statuses = []
    for (const provider of ['openai', 'anthropic', 'xai'] as const) {
      statuses.push((await ask(sandbox, provider, 'Кратко')).status)
    }
    expect(statuses).toEqual([500, 500, 200])
    expect(await getJson(sandbox, '/control.json')).toMatchObject({ fault: null, faultCount: 0 })
  })

  it('accepts the Russian word of a media fault, for one call by default', async () => {
    expect(await control(createTimelessSandbox(), { mediaFault: 'битый-файл', transcript: 'Привет' })).toMatchObject({
      status: 200,
      body: { fault: null, mediaFault: 'broken-file', mediaFaultCount: 1, transcript: 'Привет' }
    })
  })

  it('does not use up the global fault on a prompt with a fault word', async () => {
    const sandbox = createTimelessSandbox()
    await control(sandbox, { fault: 'server-error' })
    expect((await ask(sandbox, 'openai', '[сбой:429]')).status).toBe(429)
    expect((await ask(sandbox, 'openai', 'Кратко')).status).toBe(500)
  })

  it('does not use up the fault on a request that is refused anyway', async () => {
    const sandbox = createTimelessSandbox()
    await control(sandbox, { fault: 'server-error' })
    expect((await ask(sandbox, 'openai', 'Кратко', { model: 'gpt-4' })).status).toBe(404)
    expect((await ask(sandbox, 'openai', 'Кратко')).status).toBe(500)
  })

  it.each([
    [{ speed: 0 }, 'speed: число больше 0.'],
    [{ fault: 'выдумка' }, 'fault: неизвестный сбой «выдумка».'],
    [{ faultCount: 0.5 }, 'faultCount: целое число от 1.'],
    [{ mailFault: 'cut' }, 'mailFault: неизвестный сбой «cut».'],
    [{ mediaFault: 'refusal' }, 'mediaFault: неизвестный сбой «refusal».'],
    [{ paused: 1 }, 'paused: true или false.'],
    [{ transcript: 5 }, 'transcript: строка или null.'],
    [{ sped: 2 }, 'sped: такого поля нет.'],
    [[], 'Нужен JSON-объект.']
  ])('refuses %j and changes nothing', async (settings, error) => {
    const sandbox = createTimelessSandbox()
    expect(await control(sandbox, settings)).toEqual({ status: 400, body: { error } })
    expect(await getJson(sandbox, '/control.json')).toMatchObject({ speed: 1, fault: null, mailFault: null })
  })
})

describe('the front page', () => {
  it('names every fault, upstream address and model', async () => {
    const page = await (await createTimelessSandbox().fetch(at('/'))).text()

    for (const { name, word } of [...TEXT_FAULTS, ...MAIL_FAULTS, ...MEDIA_FAULTS]) {
      expect(page).toContain(name)
      expect(page).toContain(word)
    }
    for (const { baseUrl, models } of UPSTREAMS) for (const text of [baseUrl, ...models]) expect(page).toContain(text)
  })
})

describe('/calls.json', () => {
  it('lists requests and outcomes, newest first, without keys', async () => {
    const sandbox = createTimelessSandbox()
    await (await ask(sandbox, 'openai', 'Кратко: первый')).text()
    await ask(sandbox, 'xai', 'Кратко: второй', { model: 'grok-2' })
    const calls = await getJson(sandbox, '/calls.json')
    expect(calls).toMatchObject([
      { provider: 'xai', path: '/xai/v1/responses', status: 400, outcome: 'error', body: { model: 'grok-2' } },
      { provider: 'openai', status: 200, outcome: 'completed', model: 'gpt-6-luna', body: { input: 'Кратко: первый' } }
    ])
    expect(JSON.stringify(calls)).not.toContain('local-key')
  })
})
