// The sandbox's FLUX against the fixtures of the adapter's tests, and with the refusals of the real API.
import sharp from 'sharp'
import { describe, expect, it } from 'vitest'
import { createTimelessSandbox } from '#tests/support/node/sandbox-exchange.ts'
import { neverAborted } from '#tests/support/node/media-upstream.ts'
import { fieldsOf, readFixture } from '#tests/support/node/wire-structure.ts'
import type { Sandbox } from '#sandbox/app.ts'

const base = 'http://sandbox.test/bfl/v1'
const keys = { 'x-key': 'local-key' }

const submit = async (
  sandbox: Sandbox,
  changes: Record<string, unknown> = {},
  model = 'flux-2-pro',
  headers = keys
) => {
  const body = JSON.stringify({ prompt: 'Кот', width: 1248, height: 832, ...changes })
  return await sandbox.fetch(new Request(`${base}/${model}`, { method: 'POST', headers, body }))
}
const prompted = (prompt: string) => submit(createTimelessSandbox(), { prompt })
const look = async (sandbox: Sandbox, url: string, headers = keys) => await sandbox.fetch(new Request(url, { headers }))
const pass = (sandbox: Sandbox, durationMs: number) => sandbox.state.clock.wait(durationMs, neverAborted)

/** The task's answer after this time. */
async function answerAfter(durationMs: number, changes: Record<string, unknown> = {}): Promise<Response> {
  const sandbox = createTimelessSandbox()
  const { polling_url } = JSON.parse(await (await submit(sandbox, changes)).text())
  await pass(sandbox, durationMs)
  return await look(sandbox, polling_url)
}

const sameFields = async (response: Response, fixture: string) =>
  expect(fieldsOf(await response.json())).toEqual(fieldsOf(JSON.parse(readFixture(fixture))))

describe('answers have the structure of the fixtures', () => {
  it.each([
    ['bfl-submit.json', 200, () => prompted('Кот')],
    ['bfl-result-pending.json', 200, () => answerAfter(2000)],
    ['bfl-result-ready.json', 200, () => answerAfter(5000)],
    ['bfl-result-no-sample.json', 200, () => answerAfter(5000, { prompt: '[сбой:без-ссылки]' })],
    ['bfl-result-request-moderated.json', 200, () => answerAfter(0, { prompt: '[сбой:модерация]' })],
    ['bfl-result-content-moderated.json', 200, () => answerAfter(5000, { prompt: '[сбой:модерация-позже]' })],
    ['bfl-result-not-found.json', 200, () => answerAfter(5000, { prompt: '[сбой:пропало]' })],
    ['bfl-result-not-found.json', 200, () => look(createTimelessSandbox(), `${base}/get_result?id=unknown`)],
    ['bfl-result-error.json', 200, () => answerAfter(5000, { prompt: '[сбой:ошибка-задания]' })],
    ['bfl-error-402-insufficient-credits.json', 402, () => prompted('[сбой:квота]')],
    [
      'bfl-error-403-not-authenticated.json',
      403,
      () => submit(createTimelessSandbox(), {}, 'flux-2-pro', { 'x-key': '' })
    ],
    ['bfl-error-404-not-found.json', 404, () => submit(createTimelessSandbox(), {}, 'flux-schnell')],
    ['bfl-error-422-validation.json', 422, () => submit(createTimelessSandbox(), { width: 1250 })],
    ['bfl-error-429-too-many-tasks.json', 429, () => prompted('[сбой:429]')],
    ['bfl-error-500-internal.json', 500, () => prompted('[сбой:500]')],
    ['bfl-error-500-internal.json', 500, () => answerAfter(5000, { prompt: '[сбой:опрос]' })],
    ['bfl-error-503-unavailable.json', 503, () => prompted('[сбой:перегрузка]')]
  ] as [string, number, () => Promise<Response>][])('%s, status %i', async (fixture, status, ask) => {
    const response = await ask()
    expect(response.status).toBe(status)
    await sameFields(response, fixture)
  })
})

describe('a task', () => {
  it('is pending for five seconds, then gives an address that works for ten minutes', async () => {
    const sandbox = createTimelessSandbox()
    const { id, polling_url } = JSON.parse(await (await submit(sandbox)).text())
    expect(polling_url).toBe(`${base}/get_result?id=${id}`)
    await pass(sandbox, 4900)
    expect(await (await look(sandbox, polling_url)).json()).toMatchObject({ status: 'Pending', progress: 0.98 })
    await pass(sandbox, 100)
    const { result } = JSON.parse(await (await look(sandbox, polling_url)).text())
    expect(result).toMatchObject({ prompt: 'Кот', seed: expect.any(Number), duration: 5 })

    const picture = await sandbox.fetch(new Request(result.sample))
    expect(picture.headers.get('content-type')).toBe('image/jpeg')
    expect(await sharp(await picture.arrayBuffer()).metadata()).toMatchObject({
      format: 'jpeg',
      width: 1248,
      height: 832
    })
    await pass(sandbox, 600_000)
    expect((await sandbox.fetch(new Request(result.sample))).status).toBe(404)
  })

  it('makes a PNG when the request asks for one', async () => {
    const sandbox = createTimelessSandbox()
    const { polling_url } = JSON.parse(await (await submit(sandbox, { output_format: 'png' })).text())
    await pass(sandbox, 5000)
    const { result } = JSON.parse(await (await look(sandbox, polling_url)).text())
    expect(result.sample).toMatch(/\.png$/)
  })

  it('can be read only with a valid key', async () => {
    const sandbox = createTimelessSandbox()
    const { polling_url } = JSON.parse(await (await submit(sandbox)).text())
    expect((await look(sandbox, polling_url, { 'x-key': 'invalid' })).status).toBe(403)
  })

  it('is refused as the twenty-fifth at the same time, until one of the others ends', async () => {
    const sandbox = createTimelessSandbox()
    const statuses = []
    for (let task = 0; task < 23; task++) statuses.push((await submit(sandbox, { prompt: '[сбой:вечно]' })).status)
    statuses.push((await submit(sandbox)).status)
    const refused = await submit(sandbox)
    expect(new Set(statuses)).toEqual(new Set([200]))
    expect(refused.status).toBe(429)
    await sameFields(refused, 'bfl-error-429-too-many-tasks.json')
    expect(sandbox.state.tasks.counts()['bfl']).toMatchObject({ started: 24, maxRunning: 24 })
    await pass(sandbox, 5000)
    expect((await submit(sandbox)).status).toBe(200)
  })
})

describe('a submission that the real API refuses', () => {
  it.each([
    [{ prompt: undefined }, 'prompt', 'missing'],
    [{ prompt: 5 }, 'prompt', 'string_type'],
    [{ aspect_ratio: '1:1' }, 'aspect_ratio', 'extra_forbidden'],
    [{ width: '1024' }, 'width', 'int_type'],
    [{ height: 48 }, 'height', 'value_error'],
    [{ width: 4096, height: 2048 }, 'width', 'value_error'],
    [{ safety_tolerance: 6 }, 'safety_tolerance', 'value_error'],
    [{ output_format: 'webp' }, 'output_format', 'literal_error']
  ])('%j is refused', async (changes, field, type) => {
    const response = await submit(createTimelessSandbox(), changes)
    expect(response.status).toBe(422)
    expect(await response.json()).toMatchObject({ detail: [{ loc: ['body', field], type }] })
  })

  it('is checked against the limits of its model', async () => {
    const sandbox = createTimelessSandbox()
    const statuses = []
    for (const [model, width] of [
      ['flux-pro-1.1', 1248],
      ['flux-pro-1.1', 1456],
      ['flux-2-klein-4b', 1456]
    ] as const)
      statuses.push((await submit(sandbox, { width }, model)).status)
    expect(statuses).toEqual([200, 422, 200])
  })
})

it('an unknown path answers 404', async () => {
  const response = await createTimelessSandbox().fetch(new Request('http://sandbox.test/bfl/v2/x', { headers: keys }))

  expect(response.status).toBe(404)
})

const photo = async () =>
  (
    await sharp({ create: { width: 8, height: 8, channels: 3, background: '#888888' } })
      .png()
      .toBuffer()
  ).toString('base64')

describe('pictures to go by', () => {
  it('are counted, up to four by the small models and eight by the others', async () => {
    const picture = await photo()
    const many = (count: number) =>
      Object.fromEntries(
        Array.from({ length: count }, (_, index) => [index === 0 ? 'input_image' : `input_image_${index + 1}`, picture])
      )
    const accepted = await submit(createTimelessSandbox(), many(4), 'flux-2-klein-4b')
    expect(await accepted.json()).toMatchObject({ input_mp: 4 })
    expect((await submit(createTimelessSandbox(), many(5), 'flux-2-klein-4b')).status).toBe(422)
    expect((await submit(createTimelessSandbox(), many(8))).status).toBe(200)
    expect((await submit(createTimelessSandbox(), many(9))).status).toBe(422)
  })

  it('must be pictures', async () => {
    const refused = await submit(createTimelessSandbox(), { input_image: Buffer.from('text').toString('base64') })
    expect(refused.status).toBe(422)
    await sameFields(refused, 'bfl-error-422-validation.json')
  })
})

const pictureOfSeed = async (seed: number) => {
  const sandbox = createTimelessSandbox()
  const small = { seed, width: 64, height: 64 }
  const { polling_url } = JSON.parse(await (await submit(sandbox, small)).text())
  await pass(sandbox, 5000)
  const { result } = JSON.parse(await (await look(sandbox, polling_url)).text())
  expect(result.seed).toBe(seed)
  return Buffer.from(await (await sandbox.fetch(new Request(result.sample))).arrayBuffer()).toString('base64')
}

it('the same seed and prompt give the same picture, another seed gives another', async () => {
  expect(await pictureOfSeed(7)).toBe(await pictureOfSeed(7))
  expect(await pictureOfSeed(7)).not.toBe(await pictureOfSeed(8))
})
