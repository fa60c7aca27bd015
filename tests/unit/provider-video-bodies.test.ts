// The request body that a provider gets from each form of the video pages, for every route.
import { describe, expect, test } from 'vitest'
import { mediaRouteOf, translated } from '#contract/catalogue/media-route.ts'
import { findStudioEntry } from '#contract/catalogue/studio.ts'
import { parametersSchema } from '#contract/catalogue/parameters-schema.ts'
import { mediaProviderOf } from '#providers/media/media-providers.ts'
import type { MediaRequest } from '#providers/media/media.ts'
import { errorOf } from '../support/node/fake-upstream.ts'
import { mediaRequestOf, accountAt, neverAborted, replying } from '../support/node/media-upstream.ts'

const files: MediaRequest['files'] = {
  image: { bytes: new Uint8Array([1, 2, 3]), type: 'image/png' },
  video: { bytes: new Uint8Array([1, 2, 3]), type: 'video/mp4' }
}
const dataUrls = { image: 'data:image/png;base64,AQID', video: 'data:video/mp4;base64,AQID' }

/** The last request that a form's values cause; uploads succeed. */
async function sentFor(service: string, sent: Record<string, unknown>) {
  const entry = findStudioEntry(service)
  if (!entry) throw new Error(`no entry ${service}`)
  const parsed = parametersSchema(entry.parameters).parse({ prompt: 'поезд', ...sent })
  const { image: _, video: __, ...parameters } = parsed
  const route = mediaRouteOf(entry, parameters)
  const upstream = replying(() =>
    upstream.sent.at(-1)?.url.endsWith('/uploads')
      ? Response.json({ uploadUrl: 'https://storage.test/', fields: {}, runwayUri: 'runway://9d1c' })
      : upstream.sent.at(-1)?.url.endsWith('_to_video')
        ? errorOf(400, '{}')
        : Response.json({ id: '1', state: 'queued', status: 'in_progress' })
  )
  const provider = mediaProviderOf(route.provider, accountAt(route.provider), { send: upstream.send })
  const taken = Object.fromEntries(Object.entries(files).filter(([name]) => parsed[name] !== undefined))
  const request = mediaRequestOf(route.model, translated(route, parameters), taken)
  await provider.start(request, neverAborted)
  const { url, body } = upstream.sent.at(-1) ?? {}
  return { path: new URL(url ?? '').pathname, body }
}

const luma = (prompt: string, video: object, more: object = {}) => ({
  path: '/luma/v1/generations',
  body: { model: 'ray-3.2', type: 'video', prompt, video, user_id: 'user-tag', ...more }
})
const google = (input: string, format: object) => ({
  path: '/google/v1/interactions',
  body: {
    model: 'gemini-omni-1.2-flash',
    input,
    background: true,
    response_format: { type: 'video', delivery: 'uri', aspect_ratio: '16:9', ...format }
  }
})

const usual = { aspect_ratio: '16:9' }

describe('Luma', () => {
  test.each([
    [{}, luma('поезд', { duration: '5s', resolution: '720p' }, usual)],
    [{ duration: '10', quality: 'high' }, luma('поезд', { duration: '10s', resolution: '1080p' }, usual)],
    [{ duration: '15' }, google('поезд', { duration: '15s', resolution: '720p' })],
    [{ duration: '15', quality: 'high' }, google('поезд', { duration: '15s', resolution: '1080p' })],
    [{ quality: 'ultra' }, google('поезд', { duration: '5s', resolution: '4k' })],
    [{ duration: '10', quality: 'ultra' }, google('поезд', { duration: '10s', resolution: '4k' })],
    [{ duration: '15', quality: 'ultra' }, google('поезд', { duration: '15s', resolution: '4k' })]
  ])('%j reaches the right upstream', async (sent, expected) => {
    expect(await sentFor('luma', sent)).toEqual(expected)
  })
})

const path = (source: string) => `/runway/v1/${source}_to_video`

const looks = {
  cinematic: 'Cinematic look, film lighting, shallow depth of field.',
  realistic: 'Realistic look, natural light.',
  animated: 'Animated film look.',
  documentary: 'Documentary look, handheld camera.'
}

describe('Veo', () => {
  const rows = Object.entries(looks).flatMap(([style, look]) => {
    const prompt = `поезд\n\n${look}`
    const wide = ['3', '6', '10'].flatMap((duration) =>
      ['16:9', '9:16'].map((aspectRatio) => {
        const expected = google(prompt, { duration: `${duration}s`, aspect_ratio: aspectRatio })
        return [{ style, duration, aspectRatio }, expected] as const
      })
    )
    const square = (
      [
        ['3', '5s'],
        ['6', '10s'],
        ['10', '10s']
      ] as const
    ).map(([duration, made]) => {
      const expected = luma(prompt, { duration: made, resolution: '720p' }, { aspect_ratio: '1:1' })
      return [{ style, duration, aspectRatio: '1:1' }, expected] as const
    })
    return [...wide, ...square]
  })

  test.each(rows)('%j reaches the right upstream', async (sent, expected) => {
    expect(await sentFor('veo3', sent)).toEqual(expected)
  })
})

describe('Runway', () => {
  const shape = { promptText: 'поезд', ratio: '1280:720' }
  const lengths = [
    ['2', 2],
    ['4', 4],
    ['8', 8]
  ] as const

  test.each(['gen3-alpha', 'gen2'].flatMap((model) => lengths.map((length) => [model, ...length] as const)))(
    'text to video, %s, %s seconds',
    async (model, duration, seconds) => {
      expect(await sentFor('runway', { model, duration })).toEqual({
        path: path('text'),
        body: { model: 'gen4.5', ...shape, duration: seconds }
      })
    }
  )

  test.each(
    (
      [
        ['gen3-alpha', 'gen4.5'],
        ['gen2', 'gen4_turbo']
      ] as const
    ).flatMap((models) => lengths.map((length) => [...models, ...length] as const))
  )('image to video, %s as %s, %s seconds', async (model, runs, duration, seconds) => {
    const sent = { mode: 'image-to-video', model, duration, image: dataUrls.image }
    expect(await sentFor('runway', sent)).toEqual({
      path: path('image'),
      body: { model: runs, ...shape, duration: seconds, promptImage: dataUrls.image }
    })
  })

  test.each(['gen3-alpha', 'gen2'])('video to video, %s: duration and ratio come from the source', async (model) => {
    const sent = { mode: 'video-to-video', model, duration: '8', video: dataUrls.video }
    expect(await sentFor('runway', sent)).toEqual({
      path: path('video'),
      body: { model: 'aleph2', promptText: 'поезд', videoUri: 'runway://9d1c' }
    })
  })
})
