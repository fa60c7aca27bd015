import { describe, expect, test } from 'vitest'
import { mediaProviderOf } from '#providers/media/media-providers.ts'
import type { MediaFile, MediaRequest } from '#providers/media/media.ts'
import { errorOf, fixtureOf } from '../support/node/fake-upstream.ts'
import { mediaRequestOf, accountAt, neverAborted, replying, settled } from '../support/node/media-upstream.ts'

const base = 'http://sandbox.test/stability/v2beta/stable-image'
const png: MediaFile = { bytes: new Uint8Array([1, 2, 3]), type: 'image/png' }
const jpeg: MediaFile = { bytes: new Uint8Array([4, 5]), type: 'image/jpeg' }
const request = mediaRequestOf('sd3.5-medium', { prompt: 'lighthouse' })

const pictureOf = (headers: Record<string, string> = {}, bytes = png.bytes) =>
  new Response(bytes, { headers: { 'content-type': 'image/png', 'finish-reason': 'SUCCESS', ...headers } })

async function start(answer: () => Response) {
  const { send } = replying(answer)
  return await settled(mediaProviderOf('stability', accountAt('stability'), { send }).start(request, neverAborted))
}

async function sentFor(asked: MediaRequest) {
  const { send, sent } = replying(() => pictureOf())
  await mediaProviderOf('stability', accountAt('stability'), { send }).start(asked, neverAborted)
  return sent
}

const named = (name: string, file: MediaFile) => ({ name, ...file })

describe('requests to Stability', () => {
  test('a picture from text: a form with the user’s tag in a header', async () => {
    const options = { prompt: 'lighthouse', negativePrompt: 'fog', steps: 31, cfgScale: 3.5, style_preset: 'enhance' }
    expect(await sentFor(mediaRequestOf('sd3.5-large', options))).toEqual([
      {
        url: `${base}/generate/sd3`,
        method: 'POST',
        headers: {
          authorization: 'Bearer stability-key',
          accept: 'image/*',
          'stability-client-user-id': 'user-tag'
        },
        redirect: 'manual',
        body: {
          model: 'sd3.5-large',
          mode: 'text-to-image',
          prompt: 'lighthouse',
          negative_prompt: 'fog',
          cfg_scale: '3.5',
          style_preset: 'enhance',
          output_format: 'png'
        }
      }
    ])
  })

  test('an empty negative prompt is not sent', async () => {
    const [sent] = await sentFor(
      mediaRequestOf('sd3.5-medium', { prompt: 'lighthouse', negativePrompt: '', cfgScale: 1 })
    )
    expect(sent?.body).toEqual({
      model: 'sd3.5-medium',
      mode: 'text-to-image',
      prompt: 'lighthouse',
      cfg_scale: '1',
      output_format: 'png'
    })
  })

  test.each<[string, MediaRequest['options'], MediaRequest['files'], Record<string, unknown>]>([
    ['upscale/fast', {}, { image: png }, { image: named('image.png', png), output_format: 'webp' }],
    ['upscale/fast', {}, { image: jpeg }, { image: named('image.jpg', jpeg), output_format: 'jpeg' }],
    [
      'control/structure',
      { prompt: 'The same', control_strength: 0.9, style_preset: 'enhance' },
      { image: jpeg },
      {
        prompt: 'The same',
        control_strength: '0.9',
        style_preset: 'enhance',
        image: named('image.jpg', jpeg),
        output_format: 'png'
      }
    ],
    ['edit/remove-background', {}, { image: jpeg }, { image: named('image.jpg', jpeg), output_format: 'png' }],
    [
      'edit/inpaint',
      { prompt: 'vase' },
      { image: jpeg, mask: png },
      { prompt: 'vase', image: named('image.jpg', jpeg), mask: named('mask.png', png), output_format: 'png' }
    ],
    [
      'edit/outpaint',
      { left: 512, right: 512 },
      { image: png },
      { left: '512', right: '512', image: named('image.png', png), output_format: 'png' }
    ],
    [
      'control/style-transfer',
      {},
      { image: png, styleImage: jpeg },
      {
        init_image: named('image.png', png),
        style_image: named('styleImage.jpg', jpeg),
        output_format: 'png'
      }
    ]
  ])('operation %s with %j', async (operation, options, files, body) => {
    const [sent] = await sentFor(mediaRequestOf(operation, options, files))
    expect(sent).toMatchObject({ url: `${base}/${operation}`, method: 'POST' })
    expect(sent?.body).toEqual(body)
  })

  test.each([
    [mediaRequestOf('sd3.5-medium', { prompt: 'lighthouse', size: '1024x1024' }), 'size'],
    [mediaRequestOf('edit/inpaint', { prompt: 'vase', steps: 3 }), 'steps'],
    [mediaRequestOf('upscale/fast', {}, { styleImage: png }), 'styleImage'],
    [mediaRequestOf('edit/erase', {}), 'edit.erase']
  ])('an unknown option or operation is refused before anything is sent: %#', async (asked, name) => {
    const { send, sent } = replying(() => pictureOf())
    const ended = await mediaProviderOf('stability', accountAt('stability'), { send }).start(asked, neverAborted)
    expect(ended).toEqual({ state: 'failed', reason: 'rejected', code: `not_taken_${name}` })
    expect(sent).toEqual([])
  })
})

describe('answers of Stability', () => {
  test('the picture is in the answer', async () => {
    expect(await start(() => pictureOf())).toEqual({
      state: 'finished',
      outputs: [{ kind: 'bytes', bytes: png.bytes }]
    })
  })

  test.each([
    ['caught by the filter', pictureOf({ 'finish-reason': 'CONTENT_FILTERED' }), 'moderated', 'CONTENT_FILTERED'],
    ['another end', pictureOf({ 'finish-reason': 'ERROR' }), 'failed', 'ERROR'],
    ['no bytes', pictureOf({}, new Uint8Array()), 'failed', 'no_picture'],
    ['a page', pictureOf({ 'content-type': 'text/html' }), 'failed', 'no_picture'],
    ['JSON without a picture', Response.json({ finish_reason: 'SUCCESS' }), 'failed', 'no_picture']
  ])('status 200 with %s ends the job', async (_, answer, reason, code) => {
    expect(await start(() => answer)).toEqual({ state: 'failed', reason, code })
  })

  test.each([
    ['400-bad-request', 'rejected', 'bad_request'],
    ['403-content-moderation', 'moderated', 'content_moderation'],
    ['413-payload-too-large', 'rejected', 'payload_too_large'],
    ['422-invalid-language', 'rejected', 'invalid_language'],
    ['422-public-figure', 'moderated', 'public_figure']
  ])('a refusal of the input ends the job: %s', async (name, reason, code) => {
    const answer = errorOf(Number(name.slice(0, 3)), fixtureOf(`stability-error-${name}.json`))
    expect(await start(() => answer)).toEqual({ state: 'failed', reason, code })
  })

  test.each([
    ['401-unauthorized', { kind: 'unauthorized', retryable: false, code: 'unauthorized' }],
    ['402-payment-required', { kind: 'unpaid', retryable: false, code: 'payment_required' }],
    ['404-not-found', { kind: 'model-gone', retryable: false, code: 'not_found' }],
    ['429-rate-limit', { kind: 'busy', retryable: true, code: 'rate_limit_exceeded' }],
    ['500-internal-error', { kind: 'server', retryable: true, code: 'internal_error' }]
  ])('a failure that is not the user’s: %s', async (name, failure) => {
    const status = Number(name.slice(0, 3))
    const { error } = Object(await start(() => errorOf(status, fixtureOf(`stability-error-${name}.json`))))
    expect(error).toMatchObject({
      name: 'ProviderFailure',
      provider: 'stability',
      status,
      requestId: 'req_1',
      ...failure
    })
  })
})
