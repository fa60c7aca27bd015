// The sandbox's videos: real files of the requested shape and duration.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { inspectMedia, sourceOf } from '#formats/media-inspect.ts'
import { readTrack, videoFactsOf, type Track } from '#sandbox/media/mp4-read.ts'
import { makeVideo } from '#sandbox/media/video.ts'
import { root } from '#scripts/base/root.ts'

const wide = { aspectRatio: 16 / 9, lines: 720, seconds: 5, hasSound: false }

const shapes: [name: string, aspectRatio: number, lines: number, width: number, height: number][] = [
  ['16:9', 16 / 9, 720, 1280, 720],
  ['16:9 in 1080p', 16 / 9, 1080, 1920, 1080],
  ['16:9 in 4K', 16 / 9, 2160, 3840, 2160],
  ['9:16', 9 / 16, 720, 720, 1280],
  ['1:1', 1, 720, 720, 720],
  ['4:3', 4 / 3, 720, 960, 720],
  ['3:4', 3 / 4, 720, 720, 960],
  ['21:9', 21 / 9, 720, 1680, 720],
  ['the nearest shape', 1104 / 832, 720, 960, 720],
  ['no smaller than asked', 16 / 9, 540, 1280, 720],
  ['the largest there is', 9 / 16, 2160, 720, 1280]
]

describe('a video', () => {
  it.each(shapes)('has the shape %s', async (_, aspectRatio, lines, width, height) => {
    const bytes = await makeVideo({ ...wide, aspectRatio, lines })
    expect(await inspectMedia(sourceOf(bytes))).toEqual({ type: 'video/mp4', width, height, durationSeconds: 5 })
    expect(videoFactsOf(bytes)).toEqual({ seconds: 5, width, height })
  })

  it.each([2, 3, 4, 5, 6, 8, 10, 15, 2.5])('lasts %s seconds', async (seconds) => {
    const bytes = await makeVideo({ ...wide, seconds })
    const { samples, timescale, sampleUnits } = readTrack(bytes, 'vide')
    expect(videoFactsOf(bytes)?.seconds).toBe(seconds)
    expect((samples.length * sampleUnits) / timescale).toBe(seconds)
  })

  it('repeats the frames of its clip completely and in order', async () => {
    const clip = readTrack(readFileSync(join(root, 'sandbox/media/clips/1280x720.mp4')), 'vide')
    const { samples, sampleDescription } = readTrack(await makeVideo({ ...wide, seconds: 9 }), 'vide')
    expect(samples).toHaveLength(9 * 24)
    expect(sampleDescription).toEqual(new Uint8Array(clip.sampleDescription))
    for (const [index, sample] of samples.entries()) expect(sameBytes(sample, clip.samples[index % 96])).toBe(true)
  })

  it('has sound that is not longer than the video when sound is wanted', async () => {
    const bytes = await makeVideo({ ...wide, seconds: 3, hasSound: true })
    const sound = readTrack(bytes, 'soun')
    const seconds = secondsOf(sound)
    expect(seconds).toBeLessThanOrEqual(3)
    expect(seconds).toBeGreaterThan(2.9)
    expect(secondsOf(readTrack(bytes, 'vide'))).toBe(3)
    expect(await inspectMedia(sourceOf(bytes))).toMatchObject({ type: 'video/mp4', durationSeconds: 3 })
    expect(() => readTrack(bytes.slice(0, 1000), 'vide')).toThrow('cut off')
  })

  it('lists a key frame where its clip repeats, and none for its sound', async () => {
    const file = Buffer.from(await makeVideo({ ...wide, seconds: 9, hasSound: true }))
    const table = file.indexOf('stss') + 8
    expect(file.indexOf('stss', table)).toBe(-1)
    expect([0, 1, 2, 3].map((index) => file.readUInt32BE(table + 4 * index))).toEqual([3, 1, 97, 193])
  })

  it('has no sound when none is wanted', async () => {
    const bytes = await makeVideo(wide)
    expect(() => readTrack(bytes, 'soun')).toThrow('soun')
  })
})

const fixture = (name: string) => readFileSync(join(root, 'tests/fixtures/media', name))

describe('an upload', () => {
  it.each(['moov-first.mp4', 'moov-last.mp4', 'clip.mov'])('%s is read with its duration and size', (name) => {
    expect(videoFactsOf(fixture(name))).toEqual({ seconds: 1.5, width: 64, height: 48 })
  })

  it.each([new Uint8Array(), new Uint8Array(100), new TextEncoder().encode('<!doctype html>')])(
    'that is not a readable video is null',
    (bytes) => {
      expect(videoFactsOf(bytes)).toBeNull()
      expect(videoFactsOf(fixture('clip.webm'))).toBeNull()
    }
  )
})

const secondsOf = ({ samples, sampleUnits, timescale }: Track) => (samples.length * sampleUnits) / timescale

const sameBytes = (one: Uint8Array, other: Uint8Array | undefined) =>
  other !== undefined && Buffer.compare(one, other) === 0
