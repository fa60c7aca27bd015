// The sandbox's video tasks over time: duration, progress, addresses, cancelling.
import { describe, expect, it } from 'vitest'
import { videoFactsOf } from '#sandbox/media/mp4-read.ts'
import {
  addressOf,
  jobOf,
  open,
  submitted,
  videoBody,
  videoDoor,
  videoKeys
} from '#tests/support/node/video-upstream.ts'
import type { VideoUpstream } from '#tests/support/node/video-upstream.ts'

const second = 1000
const hour = 3600 * second

type Fields = Readonly<Record<string, unknown>>

/** The facts of the finished video of a submission. */
async function videoOf(upstream: VideoUpstream, changes: Fields) {
  const door = videoDoor(upstream)
  const id = await submitted(door, videoBody(upstream, 'Море', changes))
  await door.pass(60 * second)
  const response = await open(door, await addressOf(upstream, door, id), videoKeys[upstream])
  expect(response.headers.get('content-type')).toBe('video/mp4')
  return videoFactsOf(new Uint8Array(await response.arrayBuffer()))
}

describe('pace', () => {
  it.each([
    ['luma', 60],
    ['runway', 45],
    ['google', 50]
  ] as const)('%s takes %i seconds', async (upstream, seconds) => {
    const door = videoDoor(upstream)
    const id = await submitted(door, videoBody(upstream, 'Море'))
    const stateOf = async () => {
      const { state, status } = await jobOf(door, id)
      return state ?? status
    }
    await door.pass((seconds - 1) * second)
    expect(await stateOf()).toMatch(/^(processing|RUNNING|in_progress)$/)
    await door.pass(second)
    expect(await stateOf()).toMatch(/^(completed|SUCCEEDED)$/)
  })
})

describe('a video matches its request', () => {
  const wide = { width: 1280, height: 720 }

  it.each([
    [{}, { seconds: 5, ...wide }],
    [{ video: { duration: '10s', resolution: '1080p' } }, { seconds: 10, width: 1920, height: 1080 }],
    [
      { aspect_ratio: '1:1', video: { duration: '10s' } },
      { seconds: 10, width: 720, height: 720 }
    ],
    [{ aspect_ratio: '21:9' }, { seconds: 5, width: 1680, height: 720 }]
  ])('by Luma: %j', async (changes, facts) => {
    expect(await videoOf('luma', changes)).toEqual(facts)
  })

  it.each([
    [{ duration: 2 }, { seconds: 2, ...wide }],
    [
      { duration: 8, ratio: '720:1280' },
      { seconds: 8, width: 720, height: 1280 }
    ]
  ])('by Runway: %j', async (changes, facts) => {
    expect(await videoOf('runway', changes)).toEqual(facts)
  })

  const format = { type: 'video', delivery: 'uri' }
  it.each([
    [
      { ...format, duration: '3s', aspect_ratio: '9:16' },
      { seconds: 3, width: 720, height: 1280 }
    ],
    [
      { ...format, duration: '15s', resolution: '4k' },
      { seconds: 15, width: 3840, height: 2160 }
    ]
  ])('by Google: %j', async (response_format, facts) => {
    expect(await videoOf('google', { response_format })).toEqual(facts)
  })
})

describe('addresses', () => {
  it.each(['luma', 'runway'] as const)('%s gives a new address with every answer', async (upstream) => {
    const door = videoDoor(upstream)
    const id = await submitted(door, videoBody(upstream, 'Море'))
    await door.pass(60 * second)
    const first = await addressOf(upstream, door, id)
    expect((await open(door, first)).status).toBe(200)

    await door.pass(25 * hour)
    const fresh = await addressOf(upstream, door, id)
    expect([(await open(door, first)).status, (await open(door, fresh)).status]).toEqual([403, 200])
  })

  it('Luma’s address works for an hour', async () => {
    const door = videoDoor('luma')
    const id = await submitted(door, videoBody('luma', 'Море'))
    await door.pass(60 * second)
    const address = await addressOf('luma', door, id)
    await door.pass(hour - second)
    expect((await open(door, address)).status).toBe(200)
    await door.pass(second)
    expect((await open(door, address)).status).toBe(403)
  })

  it('Google’s download needs the key and `alt=media`', async () => {
    const door = videoDoor('google')
    const id = await submitted(door, videoBody('google', 'Море'))
    await door.pass(60 * second)
    const address = await addressOf('google', door, id)
    expect((await open(door, address)).status).toBe(403)
    expect((await open(door, address, videoKeys.google)).headers.get('content-type')).toBe('video/mp4')
    const described = await open(door, address.replace('?alt=media', ''), videoKeys.google)
    expect(await described.json()).toMatchObject({ mimeType: 'video/mp4' })
    expect((await open(door, address.replace(':download', ''), videoKeys.google)).status).toBe(404)
    await door.pass(48 * hour)
    expect((await open(door, address, videoKeys.google)).status).toBe(404)
  })
})

describe('cancelling', () => {
  it('Runway removes a deleted task, whether it runs or is ready', async () => {
    for (const passedMs of [0, 20 * second, 60 * second]) {
      const door = videoDoor('runway')
      const id = await submitted(door, videoBody('runway', 'Море'))
      await door.pass(passedMs)
      expect((await door.call('DELETE', `tasks/${id}`)).status).toBe(204)
      expect((await door.read(id)).status).toBe(404)
      expect((await door.call('DELETE', `tasks/${id}`)).status).toBe(404)
      expect(door.sandbox.state.tasks.counts()['runway']).toMatchObject({ running: 0 })
    }
  })

  it('Google cancels only a running interaction', async () => {
    const door = videoDoor('google')
    const id = await submitted(door, videoBody('google', 'Море'))
    const cancel = async (name: string) => door.call('POST', `interactions/${name}/cancel`)
    expect(await (await cancel(id)).json()).toMatchObject({ id, status: 'cancelled' })
    expect(await jobOf(door, id)).toMatchObject({ status: 'cancelled' })
    expect((await cancel(id)).status).toBe(400)
    expect((await cancel('unknown')).status).toBe(400)
  })

  it('Luma has no cancel call', async () => {
    const door = videoDoor('luma')
    const id = await submitted(door, videoBody('luma', 'Море'))
    expect((await door.call('DELETE', `generations/${id}`)).status).toBe(404)
    expect(await jobOf(door, id)).toMatchObject({ state: 'queued' })
  })
})
