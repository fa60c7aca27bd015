// What operators see of services beside their requests: suppliers without our money, and the models that keys call.
import { env } from 'cloudflare:workers'
import { afterEach, describe, expect, test } from 'vitest'
import type { WatchedService } from '#contract/operator/jobs/services.ts'
import type { TrafficModel } from '#contract/operator/shop/traffic.ts'
import { openHistories } from '#data/base/database.ts'
import { newCaller } from '../support/worker/api-caller.ts'
import { later, submitted } from '../support/worker/generating.ts'
import { because, operate } from '../support/worker/operator.ts'
import { newPerson } from '../support/worker/person.ts'
import { addUsage } from '../support/worker/usage-rows.ts'

afterEach(async () => {
  await env.DB.batch(['service_switches', 'provider_outages'].map((one) => env.DB.prepare(`delete from ${one}`)))
  for (const { history } of openHistories(env)) await history.$client.exec('delete from route_attempts')
})

async function watched(service: string): Promise<WatchedService | undefined> {
  const { data } = await operate('GET', '/services')
  return (data as { services: WatchedService[] }).services.find((one) => one.service === service)
}

const noMoneyAt = (provider: string, until: number) =>
  env.DB.prepare('insert or replace into provider_outages (provider, code, until) values (?1, null, ?2)')
    .bind(provider, until)
    .run()

async function breaker() {
  const { models } = (await operate('GET', '/routes?days=1')).data as { models: TrafficModel[] }
  return models[0]?.routes[0]?.breaker
}

const question = { model: 'gpt-4o-mini', messages: [{ role: 'user' as const, content: 'Кратко о море' }] }

describe('a supplier that has none of our money', () => {
  test('is the end of the services that have no other, as their users are told', async () => {
    expect((await watched('flux'))?.state).toBe('up')
    await noMoneyAt('bfl', Date.now() + 60_000)
    expect((await watched('flux'))?.state).toBe('down')
    await noMoneyAt('luma', Date.now() + 60_000)
    // Google makes some of its films.
    expect((await watched('luma'))?.state).toBe('up')
    await noMoneyAt('bfl', 0)
    expect((await watched('flux'))?.state).toBe('up')
  })

  test('is left out by its routes until then', async () => {
    const { client } = await newCaller()
    await client.chat.completions.create(question)
    await expect.poll(breaker, { timeout: 20_000 }).toEqual({ state: 'closed', until: null, failure: null })
    const until = Date.now() + 60_000
    await noMoneyAt('openai', until)
    expect(await breaker()).toEqual({ state: 'open', until, failure: 'unpaid' })
  })
})

describe('models of the API', () => {
  test('are refused to keys with the reason while works and the site go on', async () => {
    const { client } = await newCaller()
    const text = 'Чиним API, вернёмся к вечеру'
    const { status } = await operate('PUT', '/services/api/switch', { model: null, text, ...because() })
    expect(status).toBe(200)
    const error: unknown = await client.chat.completions.create(question).catch((refusal: unknown) => refusal)
    expect(error).toMatchObject({ status: 503, code: 'service_off', message: expect.stringContaining(text) as string })
    const person = await newPerson({ tokens: 20 })
    await submitted(await person.send('POST', '/ai/image/flux', { prompt: 'Море' }, later))
    expect(await watched('api')).toMatchObject({ state: 'down', off: { reason: text } })
  })

  test('tell how many calls were made by the tabs that have closed, where it is not known how each has ended', async () => {
    expect((await watched('api'))?.health).toEqual([])
    // Of users in two databases.
    await addUsage('h2-someone', { service: 'api', attempts: 30, costTokens: 10 })
    await addUsage('h1-someone', { service: 'api', attempts: 7, costTokens: 2 })
    expect(await watched('api')).toMatchObject({
      title: 'Модели через API',
      state: 'up',
      health: [{ requests: 37, failed: null, charged_tokens: 12, usd_micros_each: null }]
    })
  })
})
