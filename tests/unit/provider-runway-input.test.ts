// Runway gets the user's files inside the request or by upload; a failed upload must not count as a started task.
import { describe, expect, test } from 'vitest'
import { isAcceptanceUnknown } from '#providers/http/http.ts'
import { mediaProviderOf } from '#providers/media/media-providers.ts'
import type { MediaFile } from '#providers/media/media.ts'
import { errorOf, fixtureOf } from '../support/node/fake-upstream.ts'
import { mediaRequestOf, accountAt, neverAborted, replying, settled } from '../support/node/media-upstream.ts'

const options = { prompt: 'дождь', ratio: '1280:720', duration: 4 }
const small: MediaFile = { bytes: new Uint8Array([1, 2, 3]), type: 'image/webp' }
const created = () => new Response(fixtureOf('runway-task-created.json'))
const stored = () => new Response(null, { status: 204 })
const place = (changes: object = {}) => Response.json({ ...JSON.parse(fixtureOf('runway-upload.json')), ...changes })

type Answer = () => Response | Promise<Response>

async function startWith(files: Record<string, MediaFile>, ...answers: Answer[]) {
  const { send, sent } = replying(() => answers.shift()?.() ?? Response.error())
  const provider = mediaProviderOf('runway', accountAt('runway'), { send, timeoutMs: 20 })
  const outcome = await settled(provider.start(mediaRequestOf('gen4_turbo', options, files), neverAborted))
  return { outcome, sent }
}

describe('an image', () => {
  test('that is small is sent inside the request', async () => {
    const { sent } = await startWith({ image: small }, created)
    expect(sent).toMatchObject([
      {
        url: 'http://sandbox.test/runway/v1/image_to_video',
        body: {
          model: 'gen4_turbo',
          promptText: 'дождь',
          promptImage: 'data:image/webp;base64,AQID',
          ratio: '1280:720',
          duration: 4
        }
      }
    ])
  })

  test('is sent inside up to Runway’s size limit of a data URI, and uploaded above it', async () => {
    const head = 'data:image/png;base64,'
    const largest = Math.floor((5_000_000 - head.length) / 4) * 3
    const inside = await startWith({ image: { bytes: new Uint8Array(largest), type: 'image/png' } }, created)
    expect(inside.sent).toHaveLength(1)
    expect(Object(inside.sent[0]?.body).promptImage.length).toBeLessThanOrEqual(5_000_000)

    const bytes = new Uint8Array(largest + 1)
    const uploaded = await startWith({ image: { bytes, type: 'image/png' } }, () => place(), stored, created)
    expect(uploaded.sent).toHaveLength(3)
    expect(uploaded.sent[2]?.body).toMatchObject({ promptImage: 'runway://9d1c' })
  })

  test('that is part of a larger buffer is sent without the rest of the buffer', async () => {
    const bytes = new Uint8Array([9, 1, 2, 3, 9]).subarray(1, 4)
    const { sent } = await startWith({ image: { bytes, type: 'image/webp' } }, created)
    expect(sent[0]?.body).toMatchObject({ promptImage: 'data:image/webp;base64,AQID' })
  })
})

describe('a video', () => {
  const video: MediaFile = { bytes: new Uint8Array([1, 2, 3]), type: 'video/quicktime' }

  test('is uploaded to the storage that Runway names: its fields first, the file last, without our key', async () => {
    const { outcome, sent } = await startWith({ video }, () => place(), stored, created)
    expect(outcome).toMatchObject({ state: 'accepted' })
    expect(sent).toMatchObject([
      { url: 'http://sandbox.test/runway/v1/uploads', body: { filename: 'video.mov', type: 'ephemeral' } },
      {
        url: 'https://uploads.example-storage.com/ephemeral',
        method: 'POST',
        redirect: 'manual',
        body: {
          key: 'ephemeral/9d1c/image.png',
          policy: 'cG9saWN5',
          file: { name: 'video.mov', type: 'video/quicktime', bytes: video.bytes }
        }
      },
      { url: 'http://sandbox.test/runway/v1/video_to_video', body: { videoUri: 'runway://9d1c' } }
    ])
    expect(sent[1]?.headers).toEqual({})
    expect(Object.keys(Object(sent[1]?.body)).at(-1)).toBe('file')
  })

  test.each([
    ['video/mp4', 'video.mp4'],
    ['video/webm', 'video.webm']
  ])('of type %s is named %s', async (type, filename) => {
    const { sent } = await startWith({ video: { ...video, type } }, () => place(), stored, created)
    expect(sent[0]?.body).toMatchObject({ filename })
  })

  test.each([
    ['without TLS', 'http://uploads.example-storage.com/ephemeral'],
    ['that is none', 'nonsense']
  ])('is not uploaded to an address %s', async (_, uploadUrl) => {
    const { outcome, sent } = await startWith({ video }, () => place({ uploadUrl }), stored, created)
    expect(sent).toHaveLength(1)
    expect(outcome).toMatchObject({ error: { provider: 'runway' } })
  })

  test('may be uploaded to our upstream host', async () => {
    const uploadUrl = 'http://sandbox.test/runway-storage'
    const { sent } = await startWith({ video }, () => place({ uploadUrl }), stored, created)
    expect(sent[1]?.url).toBe(uploadUrl)
  })

  test.each<[string, Answer[]]>([
    ['no place: 500', [() => errorOf(500, '{}')]],
    ['no place: no connection', [() => Promise.reject(new TypeError('fetch failed'))]],
    ['no place: silence', [() => new Promise(() => undefined)]],
    ['no place: a page', [() => new Response('<html>')]],
    ['no place: no address', [() => place({ runwayUri: null })]],
    ['no storage: 500', [() => place(), () => errorOf(500, '<Error/>')]],
    ['no storage: no connection', [() => place(), () => Promise.reject(new TypeError('fetch failed'))]],
    ['no storage: silence', [() => place(), () => new Promise(() => undefined)]]
  ])('whose upload failed has started nothing and may be sent again: %s', async (_, answers) => {
    const { outcome, sent } = await startWith({ video }, ...answers)
    const { error } = Object(outcome)
    expect(error).toMatchObject({ name: 'ProviderFailure', kind: 'busy', retryable: true })
    expect(isAcceptanceUnknown(error)).toBe(false)
    expect(sent).toHaveLength(answers.length)
  })

  test('that the storage refuses is rejected', async () => {
    const { outcome } = await startWith(
      { video },
      () => place(),
      () => errorOf(400, '<Error/>')
    )
    expect(outcome).toEqual({ state: 'failed', reason: 'rejected', code: null })
  })

  test('that was uploaded may belong to a started task when the submission then fails with 500', async () => {
    const { outcome } = await startWith(
      { video },
      () => place(),
      stored,
      () => errorOf(500, '{}')
    )
    expect(isAcceptanceUnknown(Object(outcome).error)).toBe(true)
  })
})

test('the picture that guides a video is a keyframe at its beginning, beside the seed and the proportions', async () => {
  const answers: Answer[] = [() => place(), stored, created]
  const { send, sent } = replying(() => answers.shift()?.() ?? Response.error())
  const provider = mediaProviderOf('runway', accountAt('runway'), { send, timeoutMs: 20 })
  const video: MediaFile = { bytes: new Uint8Array([4]), type: 'video/mp4' }
  const changed = { prompt: 'дождь', targetAspectRatio: '1:1', seed: 7 }
  await provider.start(mediaRequestOf('aleph2', changed, { video, guide: small }), neverAborted)
  expect(sent.at(-1)).toMatchObject({
    url: 'http://sandbox.test/runway/v1/video_to_video',
    body: {
      model: 'aleph2',
      seed: 7,
      targetAspectRatio: '1:1',
      keyframes: [{ at: 0, uri: 'data:image/webp;base64,AQID' }]
    }
  })
})
