import { describe, expect, test } from 'vitest'
import { openaiImageProvider } from '#providers/media/openai-image.ts'
import { errorOf, fixtureOf } from '../support/node/fake-upstream.ts'
import { accountAt, mediaRequestOf, neverAborted, replying, settled } from '../support/node/media-upstream.ts'

const request = mediaRequestOf('gpt-image-2.5-flare', {
  prompt: 'Кот',
  promptSuffix: 'Vivid look.',
  size: '1536x1024',
  quality: 'medium'
})
const png = { bytes: new Uint8Array([0x89, 0x50, 0x4e, 0x47]), type: 'image/png' }

const start = (answer: () => Response) => {
  const { send } = replying(answer)
  return settled(openaiImageProvider(accountAt('openai'), { send }).start(request, neverAborted))
}

const answer = () => new Response(fixtureOf('openai-images.json'))

describe('requests', () => {
  test('a picture is asked for with JSON: prompt with the style, one PNG, the user’s tag', async () => {
    const { send, sent } = replying(answer)
    await openaiImageProvider(accountAt('openai'), { send }).start(request, neverAborted)
    expect(sent).toEqual([
      {
        url: 'http://sandbox.test/openai/v1/images/generations',
        method: 'POST',
        headers: { authorization: 'Bearer openai-key', 'content-type': 'application/json' },
        redirect: 'manual',
        body: {
          model: 'gpt-image-2.5-flare',
          prompt: 'Кот\n\nVivid look.',
          size: '1536x1024',
          quality: 'medium',
          n: 1,
          output_format: 'png',
          safety_identifier: 'user-tag'
        }
      }
    ])
  })

  test('pictures to go by make it an edit: one is an image, several are a list in their order', async () => {
    const { send, sent } = replying(answer)
    const photo = { bytes: new Uint8Array([0xff, 0xd8]), type: 'image/jpeg' }
    const provider = openaiImageProvider(accountAt('openai'), { send })
    const ask = (files: Record<string, typeof photo>) =>
      provider.start(mediaRequestOf('gpt-image-2.5-flare', { prompt: 'Кот' }, files), neverAborted)
    await ask({ reference1: photo })
    await ask({ reference1: photo, reference2: png })
    expect(sent.map(({ url }) => url)).toEqual(Array(2).fill('http://sandbox.test/openai/v1/images/edits'))
    const [one, two] = sent.map(({ body }) => body as Record<string, unknown>)
    expect(one).toHaveProperty('image')
    expect(two).not.toHaveProperty('image')
    expect(two).toHaveProperty('image[]')
  })

  test('an edit is a form with the pictures as files, named after their types', async () => {
    const { send, sent } = replying(answer)
    const photo = { bytes: new Uint8Array([0xff, 0xd8]), type: 'image/jpeg' }
    const edit = mediaRequestOf(
      'gpt-image-2.5-sunburst',
      { prompt: 'Убери фон', size: '1024x1024' },
      { image: photo, mask: png }
    )
    await openaiImageProvider(accountAt('openai'), { send }).start(edit, neverAborted)
    expect(sent[0]).toMatchObject({
      url: 'http://sandbox.test/openai/v1/images/edits',
      headers: { authorization: 'Bearer openai-key' }
    })
    expect(sent[0]?.body).toEqual({
      model: 'gpt-image-2.5-sunburst',
      prompt: 'Убери фон',
      size: '1024x1024',
      n: '1',
      output_format: 'png',
      safety_identifier: 'user-tag',
      image: { name: 'image.jpg', ...photo },
      mask: { name: 'mask.png', ...png }
    })
  })
})

describe('results', () => {
  test('the picture is in the answer', async () => {
    const result = await start(answer)
    expect(result).toMatchObject({ state: 'finished', outputs: [{ kind: 'bytes' }] })
    const [output] = 'outputs' in result ? result.outputs : []
    expect(output?.kind === 'bytes' && output.bytes.slice(0, 4)).toEqual(png.bytes)
  })

  test.each([
    ['no picture', fixtureOf('openai-images-no-result.json')],
    ['an empty picture', '{"data":[{"b64_json":""}]}'],
    ['an address in place of a picture', '{"data":[{"url":"https://example.com/a.png"}]}']
  ])('a success with %s is a failed job', async (_, body) => {
    expect(await start(() => new Response(body))).toEqual({ state: 'failed', reason: 'failed', code: 'no_picture' })
  })

  test.each([
    ['400-moderation-blocked', 'moderated', 'moderation_blocked'],
    ['400-unknown-parameter', 'rejected', 'unknown_parameter'],
    ['400-invalid-size', 'rejected', 'invalid_value'],
    ['400-invalid-image', 'rejected', 'invalid_image_format']
  ])('%s ends the job as %s', async (name, reason, code) => {
    const result = await start(() => errorOf(400, fixtureOf(`openai-error-${name}.json`)))
    expect(result).toEqual({ state: 'failed', reason, code })
  })

  test.each([
    ['401-invalid-key', 'unauthorized', false],
    ['404-model-not-found', 'model-gone', false],
    ['429-rate-limit', 'busy', true],
    ['400-billing-hard-limit', 'unpaid', false],
    ['429-billing-not-active', 'unpaid', false],
    ['429-insufficient-quota', 'unpaid', false],
    ['500-server-error', 'server', true],
    ['503-overloaded', 'busy', true]
  ])('%s is a failure of the call: %s', async (name, kind, retryable) => {
    const result = await start(() => errorOf(Number(name.slice(0, 3)), fixtureOf(`openai-error-${name}.json`)))
    expect(result).toMatchObject({ error: { provider: 'openai', kind, retryable, requestId: 'req_1' } })
  })

  test('a failure contains neither the message of the upstream nor a code that is prose', async () => {
    const body = JSON.stringify({ error: { message: 'Кот openai-key', code: 'Кот', type: 'server_error' } })
    const result = await start(() => errorOf(500, body))
    expect(String('error' in result && result.error)).toBe('ProviderFailure: openai server 500 server_error')
  })
})
