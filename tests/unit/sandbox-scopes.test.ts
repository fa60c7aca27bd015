// The sandbox's switches for a scope of calls: a fault set for one account or path does not affect other calls.
import { describe, expect, it } from 'vitest'
import { createSandbox, type Sandbox } from '#sandbox/app.ts'
import { namesOf } from '#sandbox/base/scopes.ts'
import { pay, payingSandbox, paymentOrder, post } from '../support/node/paying-upstream.ts'
import { ask, createJumpingClock, createTimelessSandbox } from '../support/node/sandbox-exchange.ts'

const at = (path: string, init?: RequestInit) => new Request(`http://sandbox.test${path}`, init)
const pathFor = (name: string) => `/control.json?for=${encodeURIComponent(name)}`

async function control(sandbox: Sandbox, name: string, settings: unknown) {
  const response = await sandbox.fetch(at(pathFor(name), { method: 'POST', body: JSON.stringify(settings) }))
  return { status: response.status, body: await response.json() }
}

const read = async (sandbox: Sandbox, path: string) => (await sandbox.fetch(at(path))).json()

const anna = { safety_identifier: 'anna' }

describe('switches for one account', () => {
  it('apply to the calls of this account and no other', async () => {
    const sandbox = createTimelessSandbox()
    await control(sandbox, 'anna', { fault: 'server-error', faultCount: 2 })
    const statuses = [
      await ask(sandbox, 'openai', 'Кратко'),
      await ask(sandbox, 'openai', 'Кратко', anna),
      await ask(sandbox, 'openai', 'Кратко', { safety_identifier: 'boris' }),
      await ask(sandbox, 'xai', 'Кратко', { user: 'anna' }),
      await ask(sandbox, 'openai', 'Кратко', anna)
    ].map(({ status }) => status)
    expect(statuses).toEqual([200, 500, 200, 500, 200])
  })

  it('replace the global ones, which still apply to all other accounts', async () => {
    const sandbox = createTimelessSandbox()
    await control(sandbox, 'anna', { transcript: 'Привет' })
    await sandbox.fetch(at('/control.json', { method: 'POST', body: '{"fault":"server-error"}' }))
    expect((await ask(sandbox, 'openai', 'Кратко', anna)).status).toBe(200)
    expect((await ask(sandbox, 'openai', 'Кратко')).status).toBe(500)
  })

  it('can be read, and are removed by DELETE', async () => {
    const sandbox = createSandbox({ speed: 5 })
    const { body } = await control(sandbox, 'anna', { mediaFault: 'битый-файл' })
    expect(body).toMatchObject({ mediaFault: 'broken-file', mediaFaultCount: 1 })
    expect(await read(sandbox, pathFor('anna'))).toEqual(body)
    expect((await sandbox.fetch(at(pathFor('anna'), { method: 'DELETE' }))).status).toBe(204)
    expect(await read(sandbox, pathFor('anna'))).toEqual(await read(sandbox, '/control.json'))
  })

  it.each([
    [{ speed: 2 }, 'speed: только для всей песочницы.'],
    [{ site: null }, 'site: только для всей песочницы.'],
    [{ fault: 'выдумка' }, 'fault: неизвестный сбой «выдумка».']
  ])('refuse %j and change nothing', async (settings, error) => {
    const sandbox = createSandbox({ speed: 5 })
    expect(await control(sandbox, 'anna', settings)).toEqual({ status: 400, body: { error } })
    expect(await read(sandbox, pathFor('anna'))).toMatchObject({ speed: 5 })
  })

  it('of the paying user apply to a payment from its creation to its notification', async () => {
    const delivered: string[] = []
    const deliver = async (_: string, body: string) => {
      delivered.push(JSON.parse(body).object.metadata.user_id)
      return 200
    }
    const { sandbox, provider } = payingSandbox({ clock: createJumpingClock(), site: 'http://site.test', deliver })
    await control(sandbox, 'anna', { notifications: 'never', paymentFault: 'check-down' })
    const begin = (userId: string) => provider.create({ ...paymentOrder, userId, idempotenceKey: userId })
    const [hers, his] = [await begin('anna'), await begin('boris')]
    expect(await provider.read(his.id)).toMatchObject({ status: 'pending' })
    await expect(provider.read(hers.id)).rejects.toThrow()
    for (const { confirmationToken } of [hers, his]) await pay(sandbox, confirmationToken, '5555555555554444')
    await expect.poll(() => delivered).toEqual(['boris'])
  })

  it('of the recipient apply to a mail', async () => {
    const sandbox = createTimelessSandbox()
    await control(sandbox, 'anna@example.com', { mailFault: 'mail-down' })
    const send = (email: string) =>
      post(
        sandbox,
        '/unisender/ru/transactional/api/v1/email/send.json',
        { message: { recipients: [{ email }], subject: '1', from_email: 'a@b.ru', body: { plaintext: '1' } } },
        { 'x-api-key': 'local-key' }
      )
    const statuses = [await send('boris@example.com'), await send('anna@example.com')].map(({ status }) => status)
    expect(statuses).toEqual([200, 500])
  })
})

it('a paused answer stops after its first third and continues when `paused` is switched off', async () => {
  const sandbox = createSandbox({ speed: 1_000_000 })
  await control(sandbox, 'anna', { paused: true })
  const reading = ask(sandbox, 'openai', 'Кратко', anna).then((response) => response.text())
  await expect.poll(() => sandbox.state.calls.list()[0]?.sentCharacters).toBeGreaterThan(0)
  expect(sandbox.state.calls.list()[0]).toMatchObject({ outcome: 'running' })
  await control(sandbox, 'anna', { paused: false })
  expect(await reading).toContain('response.completed')
})

describe('switches for one path', () => {
  it('apply to upstreams that are not told an account', async () => {
    const sandbox = createTimelessSandbox()
    await control(sandbox, '/xai/v1/responses', { fault: 'server-error', faultCount: 9 })
    expect((await ask(sandbox, 'openai', 'Кратко')).status).toBe(200)
    expect((await ask(sandbox, 'xai', 'Кратко')).status).toBe(500)
  })
})

describe('a call belongs to the scope of its account first, then to that of its path', () => {
  it.each([
    ['OpenAI', { safety_identifier: 'tag' }, {}],
    ['xAI', { user: 'tag' }, {}],
    ['Anthropic', { metadata: { user_id: 'tag' } }, {}],
    ['Luma', { user_id: 'tag' }, {}],
    ['Midjourney', { state: 'tag' }, {}],
    ['Stability', undefined, { 'stability-client-user-id': 'tag' }]
  ])('at %s', (_, body, headers: Record<string, string>) => {
    expect(namesOf('/maker/path', new Headers(headers), body)).toEqual(['tag@/maker', 'tag', '/maker/path', '/maker'])
  })
})

it('the front page explains scopes and shows their number', async () => {
  const sandbox = createTimelessSandbox()
  await control(sandbox, 'anna', { fault: 'cut' })
  const page = await (await sandbox.fetch(at('/'))).text()
  expect(page).toContain('переключателей для части вызовов: 1')
  expect(page).toContain('/control.json?for=')
})
