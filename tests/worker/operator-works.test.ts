// Who makes the works of tools, as operators name them: from the start on, and never an account that would leave out what users choose.
import { createExecutionContext } from 'cloudflare:test'
import { env } from 'cloudflare:workers'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { flux } from '#contract/catalogue/image.ts'
import { readPlaceAt } from '#contract/operator/access/planned.ts'
import type { OperatorWork, OperatorWorkChange } from '#contract/operator/shop/works.ts'
import { noticeMaxMs, noticeMs } from '#domain/price-notice.ts'
import { recordAbout } from '../support/worker/console.ts'
import { because, operate, operatorToken } from '../support/worker/operator.ts'
import { expectUntouched, keyed, later, sendWith, standingQueues } from '../support/worker/generating.ts'
import { answered, dataOf, newPerson, sendAsVisitor } from '../support/worker/person.ts'
import { soon } from '../support/worker/pricing.ts'
import { addSupplier, resolveTo, supplierIn } from '../support/worker/shop.ts'
import { addAccount } from '../support/worker/supplies.ts'
import { wholeApp } from '../support/worker/whole-app.ts'

const minuteMs = 60_000
/** What a description and a size do not say: the pictures that are examples, and the seed. */
const lacks = flux.parameters.filter(({ kind }) => kind === 'image' || kind === 'seed').map(({ label }) => label)
const work = 'bfl flux-2-klein-4b'
const model = 'flux-2-klein-4b'

let clock = Date.now()

beforeEach(async () => {
  await env.DB.exec('delete from model_changes')
  vi.useFakeTimers({ toFake: ['Date'], now: (clock += 60 * minuteMs) })
})

interface Listed {
  works: OperatorWork[]
  coming: OperatorWorkChange[]
}
const list = async () => (await operate('GET', '/works')).data as Listed
const workOf = async (key: string) => (await list()).works.find((one) => one.work === key)
const changeIn = ({ data }: { data?: unknown }) => (data as { change: OperatorWorkChange }).change
const readOf = async (key: string, startsAt: number) => {
  const { works, coming } = await list()
  const begun = works.find((one) => one.work === key)?.in_force
  return readPlaceAt(
    coming.filter((one) => one.work === key),
    startsAt,
    begun
  )
}
const set = async (supplies: object[] | null, starts_at = soon(), more: { work?: string } & object = {}) =>
  operate('POST', '/works', {
    ...because('Дешевле у посредника'),
    work,
    definition: supplies && { supplies },
    starts_at,
    ...(await readOf(more.work ?? work, starts_at)),
    ...more
  })
const textIn = ({ data }: { data?: unknown }) => (data as { details?: { msg: string }[] } | null)?.details?.[0]?.msg

/** The one account that makes the work. */
const nameAlone = async (dialect: 'openai-chat' | 'bfl') => {
  const id = await addAccount({ dialect, path: 'https://api.reseller.ru/v1' })
  await set([{ supplier: id, model }])
  vi.setSystemTime(Date.now() + 10 * minuteMs)
  return id
}

describe('the works of tools', () => {
  test('are made by their makers, and by whom an operator names from the start on', async () => {
    const id = await addAccount({ dialect: 'openai-chat', path: 'https://api.reseller.ru/v1' })
    expect(await workOf(work)).toMatchObject({ title: 'Flux: FLUX.2 Klein 4B', definition: null, is_connected: true })
    const startsAt = soon()
    const supplies = [
      { supplier: id, model: 'black-forest-labs/flux', costMicros: 20_000 },
      { supplier: 'bfl', model }
    ]
    const change = changeIn(await set(supplies, startsAt))
    expect(change).toMatchObject({ work, state: 'coming', definition: { supplies } })
    expect((await list()).coming).toMatchObject([{ id: change.id, reason: 'Дешевле у посредника' }])
    expect((await workOf(work))?.definition).toBeNull()
    vi.setSystemTime(startsAt)
    expect(await workOf(work)).toMatchObject({ definition: { supplies } })
    const { accounts } = (await workOf(work))!
    expect(accounts.find(({ supplier }) => supplier === id)?.lacks).toEqual(lacks)
    expect(accounts.find(({ supplier }) => supplier === 'bfl')?.lacks).toEqual([])
    expect((await recordAbout(work))[0]).toMatchObject({ action: 'work-set', phase: 'done' })
    expect((await operate('GET', '/works/history')).data).toMatchObject({ changes: [{ state: 'begun' }] })
    expect(await set(null, soon())).toMatchObject({ status: 200 })
    vi.setSystemTime(Date.now() + 10 * minuteMs)
    expect((await workOf(work))?.definition).toBeNull()
  })

  test('a change is cancelled before it begins, and set once by a repetition', async () => {
    const call = because('Дешевле у посредника')
    const startsAt = soon()
    const { id } = changeIn(await set([{ supplier: 'bfl', model }], startsAt, call))
    expect(changeIn(await set([{ supplier: 'bfl', model }], startsAt, call)).id).toBe(id)
    expect(changeIn(await operate('POST', `/works/${id}/cancel`, because('Передумали')))).toMatchObject({
      state: 'cancelled',
      cancelled_by: 'anna'
    })
    expect(await operate('POST', `/models/${id}/cancel`, because('Передумали'))).toMatchObject({ status: 404 })
    const late = changeIn(await set([{ supplier: 'bfl', model }], soon()))
    vi.setSystemTime(late.starts_at - noticeMs + 1000)
    expect(await operate('POST', `/works/${late.id}/cancel`, because('Передумали'))).toMatchObject({ status: 409 })
  })

  test.each([
    ['too soon', () => Date.now() + noticeMs - 1000],
    ['too late', () => Date.now() + noticeMaxMs + minuteMs]
  ])('begin neither %s', async (_, startsAt) => {
    expect(await set([{ supplier: 'bfl', model }], startsAt())).toMatchObject({ status: 409 })
  })

  test('are refused to an operator who has not read what is planned before or after', async () => {
    const planned = changeIn(await set([{ supplier: 'bfl', model }], soon() + 10 * minuteMs))
    const others = [{ supplier: 'bfl', model, costMicros: 1000 }]
    const unread = { base: null, next: null }
    expect(await set(others, planned.starts_at + minuteMs, unread)).toMatchObject({ status: 409 })
    expect(await set(others, planned.starts_at - minuteMs, unread)).toMatchObject({ status: 409 })
    expect(await set(others, planned.starts_at + minuteMs)).toMatchObject({ status: 200 })
    vi.setSystemTime(planned.starts_at)
    expect((await workOf(work))?.in_force).toBe(planned.id)
  })

  test('are refused to accounts that cannot make them', async () => {
    const [chat, luma] = [
      await addAccount({ dialect: 'openai-chat', path: 'https://api.reseller.ru/v1' }),
      await addAccount({ dialect: 'luma', path: 'https://luma.reseller.ru/v1' })
    ]
    const named = async (key: string, supply: object) => textIn(await set([supply], soon(), { work: key }))
    expect(await named(work, { supplier: luma, model })).toMatch(/таким форматом этого не делает/)
    expect(await named(work, { supplier: 's-000000000000', model })).toMatch(/Такого поставщика нет/)
    expect(await named('luma ray-3.2', { supplier: chat, model: 'ray' })).toMatch(/не делает/)
    expect(await named('stability edit/inpaint', { supplier: chat, model: 'inpaint' })).toMatch(
      /с картинкой пользователя/
    )
    const speech = 'elevenlabs eleven_multilingual_v2'
    expect(await named(speech, { supplier: chat, model: 'tts-1', voices: {} })).toMatch(/хотя бы один голос/)
    expect(await named(speech, { supplier: chat, model: 'tts-1', voices: { masha: 'alloy' } })).toMatch(
      /голоса у нас нет/
    )
    expect(await set([{ supplier: chat, model: 'x' }], soon(), { work: 'bfl no-such' })).toMatchObject({ status: 404 })
    expect(await set([], soon())).toMatchObject({ status: 400 })
    const twice = { supplier: 'bfl', model }
    expect(await set([twice, twice], soon())).toMatchObject({ status: 400 })
  })
})

describe('an account of a maker that an operator adds', () => {
  test('never stands among the routes of a model, and is not tested with a question', async () => {
    resolveTo({ 'media.reseller.ru': ['203.0.114.7', '2606:4700::1'] })
    const added = await addSupplier({ dialect: 'bfl', base_url: 'https://media.reseller.ru/v1' })
    const { id } = supplierIn(added)
    expect(supplierIn(added)).toMatchObject({ dialect: 'bfl', key: 'ok', works: [], models: [] })
    const { suppliers } = (await operate('GET', '/models')).data as { suppliers: { id: string }[] }
    expect(suppliers.map((one) => one.id)).not.toContain(id)
    expect(suppliers.map((one) => one.id)).not.toContain('bfl')
    expect(await operate('POST', `/suppliers/${id}/test`, { id, model: 'flux' })).toMatchObject({ status: 409 })
  })
})

describe('an order', () => {
  const queues = standingQueues()
  const send = async (more: object = {}) => {
    const person = await newPerson({ tokens: 50 })
    const body = { prompt: 'Маяк', model: 'flux-schnell', aspectRatio: '1:1', ...more }
    const bindings = { OPERATOR_TOKEN: operatorToken, ...queues.bindings }
    return answered(await sendWith(person, bindings, '/ai/image/flux', { body, headers: { ...later, ...keyed() } }))
  }
  test('with what no account can honour is refused before anything is reserved, and says what', async () => {
    await nameAlone('openai-chat')
    const refused = await send({ seed: 7 })
    expect(refused).toMatchObject({ status: 409, code: 'SETTINGS_UNAVAILABLE' })
    expect(String(refused.error)).toMatch(/Зерно|Seed/i)
    expect(await send()).toMatchObject({ status: 202 })
  })

  test('of a tool that a reseller makes in part: pages learn what it cannot, and an order of that costs nothing', async () => {
    const id = await addAccount({ dialect: 'openai-chat', path: 'https://api.reseller.ru/v1' })
    const speech = { work: 'elevenlabs eleven_multilingual_v2' }
    await set([{ supplier: id, model: 'tts-1', voices: { lily: 'nova' } }], soon(), speech)
    vi.setSystemTime(Date.now() + 10 * minuteMs)
    // The key opens with the operators' token, which the bindings of other tests do not have.
    const bindings = { OPERATOR_TOKEN: operatorToken, ...queues.bindings }
    const context = createExecutionContext()
    const read = await wholeApp.fetch(new Request(`${env.SITE_ORIGIN}/api/prices`), { ...env, ...bindings }, context)
    const { unconnected } = await dataOf<{ unconnected: string[] }>(read)
    expect(unconnected).not.toContain('/elevenlabs')
    expect(unconnected).toEqual(expect.arrayContaining(['elevenlabs:voice:sarah', 'elevenlabs:format:wav']))
    expect(unconnected).not.toContain('elevenlabs:voice:lily')
    const person = await newPerson({ tokens: 50 })
    const say = async (voice: string) =>
      answered(
        await sendWith(person, bindings, '/ai/audio/elevenlabs', {
          body: { prompt: 'Маяк', voice },
          headers: { ...later, ...keyed() }
        })
      )
    const refused = await say('sarah')
    expect(refused).toMatchObject({ status: 409, code: 'SETTINGS_UNAVAILABLE' })
    expect(String(refused.error)).toMatch(/Голос$/)
    await expectUntouched(person, 50)
    expect(await say('lily')).toMatchObject({ status: 202 })
  })

  test('is refused as not connected where the named account has no key, and pages learn it', async () => {
    const id = await nameAlone('bfl')
    await env.DB.prepare(`update suppliers set sealed_key = 'closed' where id = ?`).bind(id).run()
    vi.setSystemTime(Date.now() + 10 * minuteMs)
    expect(await send()).toMatchObject({ status: 503, code: 'NOT_CONNECTED' })
    const { unconnected } = await dataOf<{ unconnected: string[] }>(await sendAsVisitor('GET', '/prices'))
    // The other models of the page are their maker's.
    expect(unconnected).toContain('flux:model:flux-schnell')
    expect(unconnected).not.toContain('/flux')
  })
})
