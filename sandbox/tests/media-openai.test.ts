// The sandbox's OpenAI pictures and transcriptions against the fixtures of the adapters' tests, and with the refusals
// of the real API.
import sharp from 'sharp'
import { describe, expect, it } from 'vitest'
import { createTimelessSandbox } from '#tests/support/node/sandbox-exchange.ts'
import { fieldsOf, readFixture } from '#tests/support/node/wire-structure.ts'
import type { Sandbox } from '#sandbox/app.ts'

type Fields = Record<string, string | number | Blob | null>

const keys = { authorization: 'Bearer local-key' }
const generation = { model: 'gpt-image-2.5-flare', prompt: 'Кот', size: '1024x1024', quality: 'medium', n: 1 }
const editing = { model: 'gpt-image-2.5-sunburst', prompt: 'Сделай зимой', size: '1024x1024' }
const webm = new File([Buffer.from('1a45dfa3', 'hex'), new Uint8Array(2000)], 'speech.webm', { type: 'audio/webm' })
const speech = { model: 'gpt-transcribe', 'languages[]': 'ru', response_format: 'json', file: webm }

async function photo(width = 300, height = 200, type: 'png' | 'jpeg' | 'webp' = 'jpeg'): Promise<File> {
  const picture = sharp({ create: { width, height, channels: 4, background: '#e0a020' } })
  return new File([new Uint8Array(await picture.toFormat(type).toBuffer())], `photo.${type}`, { type: `image/${type}` })
}

const post = async (sandbox: Sandbox, path: string, body: BodyInit, headers: Record<string, string> = keys) =>
  await sandbox.fetch(new Request(`http://sandbox.test/openai/v1${path}`, { method: 'POST', headers, body }))

function formOf(fields: Fields): FormData {
  const form = new FormData()
  for (const [name, value] of Object.entries(fields))
    if (value !== null) form.append(name, value instanceof Blob ? value : String(value))
  return form
}

const generate = async (changes: Record<string, unknown> = {}, headers = keys, sandbox = createTimelessSandbox()) =>
  await post(sandbox, '/images/generations', JSON.stringify({ ...generation, ...changes }), headers)
const edit = async (changes: Fields = {}, headers = keys, sandbox = createTimelessSandbox()) =>
  await post(sandbox, '/images/edits', formOf({ ...editing, image: await photo(), ...changes }), headers)
const hear = async (changes: Fields = {}, headers = keys, sandbox = createTimelessSandbox()) =>
  await post(sandbox, '/audio/transcriptions', formOf({ ...speech, ...changes }), headers)

const pictureOf = async (response: Response): Promise<Buffer> =>
  Buffer.from(JSON.parse(await response.text()).data[0].b64_json, 'base64')
const errorOf = async (response: Response) => ({ status: response.status, ...JSON.parse(await response.text()).error })

/** Of its middle. */
const redOf = async (picture: Buffer) =>
  (await sharp(picture).resize(1, 1, { kernel: 'nearest' }).raw().toBuffer())[0] ?? 0

const sameFields = async (response: Response, fixture: string) =>
  expect(fieldsOf(await response.json())).toEqual(fieldsOf(JSON.parse(readFixture(fixture))))

describe('answers have the structure of the fixtures', () => {
  it.each([
    ['openai-images.json', 200, () => generate()],
    ['openai-images.json', 200, () => edit()],
    ['openai-images.json', 200, () => edit({ safety_identifier: 'a hash' })],
    ['openai-images-no-result.json', 200, () => generate({ prompt: '[сбой:без-ссылки]' })],
    ['openai-error-400-moderation-blocked.json', 400, () => generate({ prompt: '[сбой:модерация]' })],
    ['openai-error-400-moderation-blocked.json', 400, () => edit({ prompt: '[сбой:модерация-позже]' })],
    ['openai-error-400-unknown-parameter.json', 400, () => generate({ response_format: 'url' })],
    ['openai-error-400-invalid-size.json', 400, () => generate({ size: '1792x1024' })],
    ['openai-error-400-invalid-image.json', 400, () => edit({ image: new Blob(['<html>']) })],
    ['openai-error-401-invalid-key.json', 401, () => generate({}, { authorization: 'Bearer invalid' })],
    ['openai-error-404-model-not-found.json', 404, () => generate({ model: 'dall-e-3' })],
    ['openai-error-429-rate-limit.json', 429, () => generate({ prompt: '[сбой:429]' })],
    ['openai-error-400-billing-hard-limit.json', 400, () => generate({ prompt: '[сбой:квота]' })],
    ['openai-error-500-server-error.json', 500, () => generate({ prompt: '[сбой:500]' })],
    ['openai-error-503-overloaded.json', 503, () => generate({ prompt: '[сбой:перегрузка]' })],
    ['openai-transcription.json', 200, () => hear()],
    ['openai-error-400-invalid-audio.json', 400, () => hear({ file: new File(['<html>'], 'speech.webm') })]
  ] as [string, number, () => Promise<Response>][])('%s, status %i', async (fixture, status, ask) => {
    const response = await ask()
    expect(response.status).toBe(status)
    expect(response.headers.get('x-request-id')).toMatch(/^req_/)
    await sameFields(response, fixture)
  })
})

describe('pictures', () => {
  it.each([
    ['1024x1024', 'png', 1024, 1024],
    ['1536x1024', 'jpeg', 1536, 1024],
    ['auto', 'webp', 1024, 1024],
    ['1536x864', 'png', 1536, 864]
  ])('have the requested size and type: %s, %s', async (size, output_format, width, height) => {
    const picture = await pictureOf(await generate({ size, output_format }))
    expect(await sharp(picture).metadata()).toMatchObject({ width, height, format: output_format })
  })

  it('of an edit show the picture that was sent', async () => {
    const yellow = await pictureOf(await edit())
    const other = await sharp({ create: { width: 30, height: 30, channels: 3, background: '#101040' } })
      .png()
      .toBuffer()
    const blue = await pictureOf(await edit({ image: new Blob([new Uint8Array(other)]) }))
    expect(await sharp(yellow).metadata()).toMatchObject({ width: 1024, height: 1024, format: 'png' })
    expect(await redOf(yellow)).toBeGreaterThan((await redOf(blue)) + 50)
  })

  it('take twelve seconds, an edit fifteen, are logged without their bytes, and count as running while they are made', async () => {
    const sandbox = createTimelessSandbox()
    const { clock } = sandbox.state
    const startedAt = clock.now()
    await edit({}, keys, sandbox)
    const editedAt = clock.now()
    expect(sandbox.state.calls.list()[0]).toMatchObject({
      provider: 'openai',
      path: '/openai/v1/images/edits',
      model: 'gpt-image-2.5-sunburst',
      status: 200,
      outcome: 'completed',
      body: { prompt: 'Сделай зимой', image: { name: 'photo.jpeg', type: 'image/jpeg', sizeBytes: expect.any(Number) } }
    })
    expect(sandbox.state.tasks.counts()).toEqual({ openai: { started: 1, running: 0, maxRunning: 1 } })
    await generate({ output_format: 'jpeg' }, keys, sandbox)
    expect([editedAt - startedAt, clock.now() - editedAt].map((took) => Math.round(took / 1000))).toEqual([15, 12])
  })
})

describe('a picture that the real API refuses', () => {
  it.each([
    [{ style: 'vivid' }, 'style', 'unknown_parameter'],
    [{ quality: 'hd' }, 'quality', 'invalid_value'],
    [{ quality: 'standard' }, 'quality', 'invalid_value'],
    [{ size: '1000x1000' }, 'size', 'invalid_value'],
    [{ size: '4096x1024' }, 'size', 'invalid_value'],
    [{ size: '3840x3840' }, 'size', 'invalid_value'],
    [{ n: 11 }, 'n', 'invalid_value'],
    [{ n: '1' }, 'n', 'invalid_value'],
    [{ prompt: undefined }, 'prompt', 'missing_required_parameter'],
    [{ prompt: 'я'.repeat(32_001) }, 'prompt', 'string_above_max_length'],
    [{ output_format: 'gif' }, 'output_format', 'invalid_value'],
    [{ background: 'transparent', output_format: 'jpeg' }, 'background', 'invalid_value'],
    [{ output_compression: 50 }, 'output_compression', 'invalid_value'],
    [{ model: 'gpt-image-2', quality: 'max' }, 'quality', 'invalid_value']
  ])('%j is refused', async (changes, param, code) => {
    expect(await errorOf(await generate(changes))).toMatchObject({ status: 400, param, code })
  })

  it.each([
    ['without a picture', { image: null }, 'image'],
    ['with a page as a picture', { image: new Blob(['<html>']) }, 'image'],
    ['with a page as a mask', { mask: new Blob(['<html>']) }, 'mask'],
    ['with a field of the older models', { input_fidelity: 'high' }, 'input_fidelity']
  ])('an edit %s is refused', async (_, changes, param) => {
    expect(await errorOf(await edit(changes))).toMatchObject({ status: 400, param })
  })

  it('an edit with a mask of another size or type is refused', async () => {
    const statuses = []
    const image = await photo(300, 200, 'png')
    for (const mask of [image, await photo(100, 100, 'png'), await photo(300, 200, 'jpeg')])
      statuses.push((await edit({ image, mask })).status)
    statuses.push((await edit({ image: await photo(300, 200, 'jpeg'), mask: image })).status)
    expect(statuses).toEqual([200, 400, 400, 400])
  })

  it('an edit with a mask that has no transparency is refused: it would mark nothing', async () => {
    const opaque = sharp({ create: { width: 300, height: 200, channels: 3, background: '#ffffff' } }).png()
    const mask = new File([new Uint8Array(await opaque.toBuffer())], 'mask.png', { type: 'image/png' })
    const image = await photo(300, 200, 'png')
    expect(await errorOf(await edit({ image, mask }))).toMatchObject({ status: 400, param: 'mask' })
  })

  it('a body in the other call’s format is refused', async () => {
    const sandbox = createTimelessSandbox()
    const asJson = await post(sandbox, '/images/edits', JSON.stringify(editing))
    const asForm = await post(sandbox, '/images/generations', formOf(generation))
    expect([asJson.status, asForm.status]).toEqual([400, 400])
  })
})

describe('transcriptions', () => {
  it('are a Russian sentence, or the text set by the switch', async () => {
    const sandbox = createTimelessSandbox()
    expect(await (await hear({}, keys, sandbox)).json()).toMatchObject({
      text: expect.stringMatching(/^[А-Я].{20,}\.$/)
    })

    sandbox.state.controls.transcript = 'Привет'
    expect(await (await hear({}, keys, sandbox)).json()).toMatchObject({ text: 'Привет', languages: [{ code: 'ru' }] })
    // Transcriptions are not jobs, so they must not count as the provider's jobs.
    expect(Object.keys(sandbox.state.tasks.counts())).toEqual(['openai-transcription'])
  })

  it.each([
    ['a name that lies about the container', { file: new File([webm], 'speech.mp4') }, null],
    ['a name without an extension', { file: new File([webm], 'blob') }, null],
    ['an empty recording', { file: new File([], 'speech.webm') }, null],
    ['a language as the older models take it', { language: 'ru' }, 'language'],
    ['a format of the older models', { response_format: 'verbose_json' }, 'response_format'],
    ['an unknown field', { user: 'tag' }, 'user']
  ])('refuse %s', async (_, changes, param) => {
    expect(await errorOf(await hear(changes))).toMatchObject({ status: 400, param })
  })
})
