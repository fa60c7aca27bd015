import sharp from 'sharp'
import { describe, expect, test } from 'vitest'
import { createSandbox, type Sandbox } from '#sandbox/app.ts'
import { paintPicture } from '#sandbox/media/picture.ts'
import { createJumpingClock, createTimelessSandbox } from '#tests/support/node/sandbox-exchange.ts'
import { fieldsOf, readFixture } from '#tests/support/node/wire-structure.ts'

type Fields = Record<string, string | Uint8Array<ArrayBuffer>>

const wide = await paintPicture({ text: 'Исходник', width: 200, height: 100, type: 'image/png' })
const mask = await paintMask()
const generated = { prompt: 'A lighthouse', model: 'sd3.5-medium' }

/** A mask whose left half is white. */
async function paintMask() {
  const svg =
    '<svg width="128" height="64"><rect width="128" height="64"/><rect width="64" height="64" fill="#fff"/></svg>'
  return new Uint8Array(await sharp(Buffer.from(svg)).png().toBuffer())
}

function ask(
  path: string,
  fields: Fields,
  headers: Record<string, string> = {},
  sandbox: Sandbox = createTimelessSandbox()
): Promise<Response> {
  const form = new FormData()
  for (const [name, value] of Object.entries(fields))
    form.set(name, typeof value === 'string' ? value : new Blob([value], { type: 'image/png' }))
  const keyed = { authorization: 'Bearer local-key', accept: 'image/*', ...headers }
  const url = `http://sandbox.test/stability/v2beta/stable-image/${path}`
  return Promise.resolve(sandbox.fetch(new Request(url, { method: 'POST', headers: keyed, body: form })))
}

async function pictureFrom(response: Response) {
  expect(response.status).toBe(200)
  const picture = sharp(await response.bytes())
  const { width, height, format, hasAlpha } = await picture.metadata()
  return { width, height, format, hasAlpha, picture }
}

/** Red, green, blue and alpha of one pixel. */
async function pixelOf(bytes: Uint8Array, left: number, top: number) {
  const { data } = await sharp(bytes).ensureAlpha().extract({ left, top, width: 1, height: 1 }).raw().toBuffer({
    resolveWithObject: true
  })
  return [...data]
}

describe('refusals of the sandbox', () => {
  test.each<[string, string, Fields, Record<string, string>?]>([
    ['400-bad-request', 'generate/sd3', { model: 'sd3.5-medium' }],
    ['401-unauthorized', 'generate/sd3', generated, { authorization: '' }],
    ['401-unauthorized', 'generate/sd3', generated, { authorization: 'Bearer invalid' }],
    ['402-payment-required', 'generate/sd3', { ...generated, prompt: '[сбой:квота]' }],
    ['403-content-moderation', 'generate/sd3', { ...generated, prompt: '[сбой:модерация]' }],
    ['404-not-found', 'generate/sd9', generated],
    ['413-payload-too-large', 'upscale/fast', { image: new Uint8Array(11 * 1024 * 1024) }],
    ['422-invalid-language', 'generate/sd3', { ...generated, prompt: 'Маяк at night' }],
    ['422-invalid-language', 'generate/sd3', { ...generated, negative_prompt: 'туман' }],
    ['422-invalid-language', 'edit/inpaint', { image: wide, mask, prompt: 'Ваза [сбой:500]' }],
    ['429-rate-limit', 'generate/sd3', { ...generated, prompt: '[сбой:429]' }],
    ['500-internal-error', 'generate/sd3', { ...generated, prompt: '[сбой:500]' }]
  ])('have the structure of %s.json', async (name, path, fields, headers) => {
    const response = await ask(path, fields, headers)
    const received: unknown = await response.json()
    const expected: unknown = JSON.parse(readFixture(`stability-error-${name}.json`))
    expect(response.status).toBe(Number(name.slice(0, 3)))
    expect(fieldsOf(received)).toEqual(fieldsOf(expected))
    expect(Object(received).name).toBe(Object(expected).name)
    expect(response.headers.get('x-request-id')).toBe(Object(received).id)
  })

  test('a body that is not a form is refused', async () => {
    const init = { method: 'POST', headers: { authorization: 'Bearer k' }, body: JSON.stringify(generated) }
    const url = 'http://sandbox.test/stability/v2beta/stable-image/generate/sd3'
    const response = await createTimelessSandbox().fetch(new Request(url, init))
    expect(response.status).toBe(400)
    expect(await response.text()).toContain('multipart/form-data')
  })

  test.each<[string, string, Fields, RegExp]>([
    ['an unknown field', 'generate/sd3', { ...generated, steps: '30' }, /steps: is not a field/],
    ['a model that is gone', 'generate/sd3', { ...generated, model: 'sdxl-1.0' }, /model: must be one of sd3\.5/],
    ['too much guidance', 'generate/sd3', { ...generated, cfg_scale: '11' }, /cfg_scale: must be from 1 to 10/],
    ['an empty prompt', 'generate/sd3', { ...generated, prompt: '' }, /prompt: must have/],
    ['an unknown style', 'generate/sd3', { ...generated, style_preset: 'baroque' }, /style_preset: must be one of/],
    ['a type of its own', 'generate/sd3', { ...generated, output_format: 'webp' }, /output_format/],
    ['no picture', 'upscale/fast', {}, /image: is required/],
    ['no mask', 'edit/inpaint', { image: wide, prompt: 'A vase' }, /mask: is required/],
    ['something else than a picture', 'upscale/fast', { image: new Uint8Array([1, 2]) }, /image: must be a jpeg/],
    ['text in place of a picture', 'upscale/fast', { image: 'a' }, /image: is not a field/],
    ['nothing to enlarge by', 'edit/outpaint', { image: wide, left: '0' }, /at least one/],
    ['half a pixel', 'edit/outpaint', { image: wide, left: '0.5' }, /left: must be a whole number/],
    ['a file that it does not take', 'upscale/fast', { image: wide, mask }, /mask: is not a file/]
  ])('%s is refused', async (_, path, fields, complaint) => {
    const response = await ask(path, fields)
    expect(response.status).toBe(400)
    expect(await response.text()).toMatch(complaint)
  })

  test.each([
    ['upscale/fast', 1600, 40],
    ['upscale/fast', 1100, 1000],
    ['upscale/fast', 20, 60],
    ['edit/remove-background', 60, 200]
  ])('%s refuses a picture of %i × %i', async (path, width, height) => {
    const image = await paintPicture({ text: '', width, height, type: 'image/png' })
    const response = await ask(path, { image })
    expect(response.status).toBe(400)
    expect(await response.text()).toMatch(/image: (every side must|must have)/)
  })
})

describe('pictures of the sandbox', () => {
  test('a picture of the prompt is sent as bytes with the finish reason in a header', async () => {
    const response = await ask('generate/sd3', generated)
    expect(Object.fromEntries(response.headers)).toMatchObject({
      'content-type': 'image/png',
      'finish-reason': 'SUCCESS',
      seed: expect.stringMatching(/^\d+$/),
      'x-request-id': expect.any(String)
    })
    expect(await pictureFrom(response)).toMatchObject({ width: 1024, height: 1024, format: 'png' })
  })

  test.each<[string, Fields, { width: number; height: number; format: string }]>([
    ['generate/sd3', { ...generated, aspect_ratio: '16:9' }, { width: 1344, height: 768, format: 'png' }],
    ['upscale/fast', { image: wide }, { width: 800, height: 400, format: 'png' }],
    ['upscale/fast', { image: wide, output_format: 'jpeg' }, { width: 800, height: 400, format: 'jpeg' }],
    ['control/structure', { image: wide, prompt: 'The same' }, { width: 200, height: 100, format: 'png' }],
    ['edit/remove-background', { image: wide }, { width: 200, height: 100, format: 'png' }],
    ['edit/inpaint', { image: wide, mask, prompt: 'A vase' }, { width: 200, height: 100, format: 'png' }],
    ['edit/outpaint', { image: wide, left: '30', up: '7' }, { width: 230, height: 107, format: 'png' }],
    ['edit/outpaint', { image: wide, right: '512', down: '512' }, { width: 712, height: 612, format: 'png' }],
    ['control/style-transfer', { init_image: wide, style_image: mask }, { width: 200, height: 100, format: 'png' }]
  ])('%s gives the expected size and type %#', async (path, fields, expected) => {
    expect(await pictureFrom(await ask(path, fields))).toMatchObject(expected)
  })

  test('inpainting changes the area under the white part of the mask and nothing else', async () => {
    const painted = await (await ask('edit/inpaint', { image: wide, mask, prompt: 'Something else' })).bytes()
    expect(await pixelOf(painted, 180, 10)).toEqual(await pixelOf(wide, 180, 10))
    expect(await pixelOf(painted, 20, 10)).not.toEqual(await pixelOf(wide, 20, 10))
  })

  test('outpainting extends the requested sides and keeps the source’s pixels', async () => {
    const outpainted = await (await ask('edit/outpaint', { image: wide, left: '30', up: '7' })).bytes()
    for (const [left, top] of [
      [0, 0],
      [150, 40],
      [199, 99]
    ] as const)
      expect(await pixelOf(outpainted, left + 30, top + 7)).toEqual(await pixelOf(wide, left, top))
  })

  test('a picture without its background is transparent in a corner', async () => {
    const cut = await (await ask('edit/remove-background', { image: wide })).bytes()
    expect((await pixelOf(cut, 0, 0))[3]).toBe(0)
    expect(await pixelOf(cut, 100, 50)).toEqual(await pixelOf(wide, 100, 50))
  })

  test.each<[string, Fields, number]>([
    ['generate/sd3', generated, 4000],
    ['upscale/fast', { image: wide }, 3000]
  ])('%s takes its time, divided by the speed', async (path, fields, workMs) => {
    const clock = createJumpingClock()
    await ask(path, fields, {}, createSandbox({ clock, speed: 2 }))
    expect(clock.passedMs()).toBe((150 + workMs) / 2)
  })
})

describe('a picture from a picture', () => {
  const varied = { prompt: 'A lighthouse', model: 'sd3.5-medium', mode: 'image-to-image', strength: '0.5' }

  test('has the size of its source and the seed that was asked for', async () => {
    const response = await ask('generate/sd3', { ...varied, image: wide, seed: '7' })
    expect(response.headers.get('seed')).toBe('7')
    expect(await pictureFrom(response)).toMatchObject({ width: 200, height: 100 })
  })

  test.each<[string, Fields]>([
    ['without its source', varied],
    ['without its strength', { prompt: 'A lighthouse', mode: 'image-to-image', image: wide }],
    ['with proportions of its own', { ...varied, image: wide, aspect_ratio: '1:1' }],
    ['from text, but with a source', { ...varied, mode: 'text-to-image', image: wide }]
  ])('%s is refused', async (_, fields) => {
    expect((await ask('generate/sd3', fields)).status).toBe(400)
  })
})
