import { describe, expect, test } from 'vitest'
import { bflProvider } from '#providers/media/bfl.ts'
import { errorOf, fixtureOf } from '../support/node/fake-upstream.ts'
import { mediaRequestOf, accountAt, neverAborted, replying, settled } from '../support/node/media-upstream.ts'

type Answer = () => Response

const request = mediaRequestOf('flux-2-pro', { prompt: 'Кот', width: 1248, height: 832 })
const pollingUrl = 'https://api.us1.bfl.ai/v1/get_result?id=0b0a6a1e-1d1c-4d0f-9a51-5b1d1f1f0a11'
const account = { ...accountAt('bfl'), baseUrl: 'https://api.bfl.ai/v1' }

const providerOf = (answer: Answer) => bflProvider(account, { send: replying(answer).send })
const start = (answer: Answer) => settled(providerOf(answer).start(request, neverAborted))
const check = (answer: Answer, ticket = pollingUrl) => settled(providerOf(answer).check!(ticket, neverAborted))
const json = (value: unknown) => () => Response.json(value)

describe('submitting', () => {
  test('sends the prompt and the sides to the path of the model', async () => {
    const { send, sent } = replying(() => new Response(fixtureOf('bfl-submit.json')))
    const result = await bflProvider(account, { send }).start(request, neverAborted)
    expect(result).toEqual({ state: 'accepted', ticket: pollingUrl })
    expect(sent).toEqual([
      {
        url: 'https://api.bfl.ai/v1/flux-2-pro',
        method: 'POST',
        headers: { 'content-type': 'application/json', 'x-key': 'bfl-key' },
        redirect: 'manual',
        body: { prompt: 'Кот', width: 1248, height: 832 }
      }
    ])
  })

  test('sends a seed, and the pictures in base64 under their numbers without gaps', async () => {
    const { send, sent } = replying(() => new Response(fixtureOf('bfl-submit.json')))
    const [one, other] = [3, 250].map((byte) => ({ bytes: new Uint8Array([byte]), type: 'image/png' }))
    // The user removed the second of three pictures.
    const files = { reference3: other!, reference1: one! }
    await bflProvider(account, { send }).start(
      mediaRequestOf('flux-2-klein-4b', { prompt: 'Кот', seed: 7 }, files),
      neverAborted
    )
    expect(sent[0]?.body).toEqual({ prompt: 'Кот', seed: 7, input_image: 'Aw==', input_image_2: '+g==' })
  })

  const fallback = 'https://api.bfl.ai/v1/get_result?id=task%201'
  test.each([
    ['their own hosts', 'https://api.eu.bfl.ai/v1/get_result?id=a', 'https://api.eu.bfl.ai/v1/get_result?id=a'],
    ['the host that we submit to', 'https://api.bfl.ai/v1/get_result?id=a', 'https://api.bfl.ai/v1/get_result?id=a'],
    ['a host that only ends like theirs', 'https://evilbfl.ai/v1/get_result', fallback],
    ['another host', 'https://api.bfl.ai.example.com/v1/get_result', fallback],
    ['another port of theirs', 'https://api.bfl.ai:8443/v1/get_result', fallback],
    ['an open connection', 'http://api.us1.bfl.ai/v1/get_result', fallback],
    ['a password in the address', 'https://user:word@api.bfl.ai/v1/get_result', fallback],
    ['no address at all', 'get_result', fallback],
    ['an address without end', `https://api.bfl.ai/v1/get_result?id=${'a'.repeat(2100)}`, fallback]
  ])('a polling address at %s gives the expected ticket', async (_, polling_url, ticket) => {
    expect(await start(json({ id: 'task 1', polling_url }))).toEqual({ state: 'accepted', ticket })
  })

  test.each([
    ['402-insufficient-credits', 'unpaid', false],
    ['403-not-authenticated', 'unauthorized', false],
    ['404-not-found', 'model-gone', false],
    ['429-too-many-tasks', 'busy', true],
    ['500-internal', 'server', true],
    ['503-unavailable', 'busy', true]
  ])('error %s is %s', async (name, kind, retryable) => {
    const result = await start(() => errorOf(Number(name.slice(0, 3)), fixtureOf(`bfl-error-${name}.json`)))
    expect(result).toMatchObject({ error: { provider: 'bfl', kind, retryable, code: null } })
  })

  test('an invalid input ends the job as rejected', async () => {
    const result = await start(() => errorOf(422, fixtureOf('bfl-error-422-validation.json')))
    expect(result).toEqual({ state: 'failed', reason: 'rejected', code: 'multiple_of' })
  })
})

describe('checking', () => {
  test('sends the key to the address in the ticket', async () => {
    const { send, sent } = replying(() => new Response(fixtureOf('bfl-result-pending.json')))
    await bflProvider(account, { send }).check!(pollingUrl, neverAborted)
    expect(sent).toEqual([
      { url: pollingUrl, method: 'GET', headers: { 'x-key': 'bfl-key' }, redirect: 'manual', body: undefined }
    ])
  })

  test('never sends the key to a foreign address', async () => {
    const { send, sent } = replying(() => new Response(fixtureOf('bfl-result-ready.json')))
    const result = bflProvider(account, { send }).check!('https://example.com/get_result?id=1', neverAborted)
    await expect(result).rejects.toMatchObject({ name: 'ProviderFailure', code: 'foreign_address' })
    expect(sent).toEqual([])
  })

  const link = { kind: 'link', url: 'https://delivery-us1.bfl.ai/results/sample.jpeg?sig=1' }
  test.each([
    ['pending', { state: 'running', progress: 0.45 }],
    ['ready', { state: 'finished', outputs: [link] }],
    ['no-sample', { state: 'failed', reason: 'gone', code: 'no_picture' }],
    ['request-moderated', { state: 'failed', reason: 'moderated', code: 'request_moderated' }],
    ['content-moderated', { state: 'failed', reason: 'moderated', code: 'content_moderated' }],
    ['not-found', { state: 'failed', reason: 'gone', code: 'task_not_found' }],
    ['error', { state: 'failed', reason: 'failed', code: 'error' }]
  ])('result %s', async (name, expected) => {
    expect(await check(() => new Response(fixtureOf(`bfl-result-${name}.json`)))).toEqual(expected)
  })

  test.each([null, '45%', -1, 45])('progress %j is ignored', async (progress) => {
    expect(await check(json({ status: 'Pending', progress }))).toEqual({ state: 'running', progress: null })
  })

  test.each([
    [{ status: 'Dreaming' }, { state: 'running', progress: null }],
    [
      { status: 'Queued', progress: 0.1 },
      { state: 'running', progress: 0.1 }
    ],
    [{ state: 'Pending' }, { state: 'running', progress: null }],
    [{ state: 'Content Moderated' }, { state: 'failed', reason: 'moderated', code: 'content_moderated' }],
    [
      { state: 'Ready', result: { sample: link.url } },
      { state: 'finished', outputs: [link] }
    ]
  ])('the status may be new, and its field may be called state: %j', async (body, expected) => {
    expect(await check(json(body))).toEqual(expected)
  })

  test('404 means that the task is unknown', async () => {
    const result = await check(() => errorOf(404, fixtureOf('bfl-error-404-not-found.json')))
    expect(result).toEqual({ state: 'failed', reason: 'gone', code: null })
  })

  test('an answer without a status does not end the task', async () => {
    expect(await check(json({ id: 'b7e4c1' }))).toMatchObject({ error: { name: 'ProviderFailure', kind: 'malformed' } })
  })

  test('happens every second at first and every five seconds later', () => {
    const { secondsBeforeCheck } = bflProvider(account)
    expect([1, 2, 30, 31, 100].map((number) => secondsBeforeCheck?.(number))).toEqual([1, 1, 1, 5, 5])
  })
})
