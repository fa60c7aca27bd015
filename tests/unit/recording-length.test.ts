// How long a recording is cannot be lied about: neither by its header, nor by its times, nor by what stands around its packets.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import * as fc from 'fast-check'
import { describe, expect, test, vi } from 'vitest'
import { sourceOf } from '#formats/media-inspect.ts'
import { opusSeconds } from '#formats/opus-length.ts'
import { inspectRecording } from '#formats/recording-length.ts'
import { Work } from '#formats/work.ts'
import { root } from '#scripts/base/root.ts'
import {
  block,
  cluster,
  duration,
  element,
  joined,
  longWebm,
  number,
  packets,
  padding,
  simpleBlock,
  track,
  webmOf
} from '../support/built-webm.ts'

const fixture = (name: string) => new Uint8Array(readFileSync(join(root, 'tests/fixtures/media', name)))
const inspect = (bytes: Uint8Array) => inspectRecording(sourceOf(bytes), 10_000)
const secondsOf = async (bytes: Uint8Array) => (await inspect(bytes))?.seconds ?? null

describe('a recording is as long as it sounds', () => {
  test.each([
    ['recorded.webm', 'audio/webm'],
    ['voice.webm', 'audio/webm'],
    ['voice.ogg', 'audio/ogg'],
    ['voice.m4a', 'audio/mp4'],
    ['recorded.m4a', 'audio/mp4']
  ])('%s', async (name, type) => {
    const found = await inspect(fixture(name))
    expect(found?.type).toBe(type)
    expect(found?.seconds).toBeGreaterThanOrEqual(1.5)
    expect(found?.seconds).toBeLessThan(1.65)
  })

  test.each([['clip.webm'], ['clip.mov'], ['fragments.mp4'], ['voice.mp3']])('%s is no recording', async (name) => {
    expect(await inspect(fixture(name))).toBeNull()
  })

  test.each([
    ['one frame', [0x08], 0.02],
    ['speech', [0x18], 0.06],
    ['both codecs', [0x68], 0.02],
    ['music', [0xe0], 0.0025],
    ['two frames', [0x19], 0.12],
    ['two frames of different length', [0xfa], 0.04],
    ['as many as it says', [0xfb, 0x83], 0.06],
    ['nothing', [], 0]
  ])('a packet of Opus: %s', (_, bytes, seconds) => {
    expect(opusSeconds(Uint8Array.from(bytes))).toBeCloseTo(seconds, 6)
  })
})

describe('WebM', () => {
  const twenty = Array.from({ length: 50 }, (_, index) => simpleBlock(index * 20, packets.ms20))

  test('that a recorder writes is as long as its packets, whatever its elements know of their size', async () => {
    expect(await secondsOf(webmOf([cluster(0, twenty)], { isClosed: true }))).toBeCloseTo(1, 6)
    for (const size of [null, undefined]) {
      expect(await secondsOf(webmOf([cluster(0, twenty, size), cluster(1000, twenty, size)]))).toBeCloseTo(2, 6)
      expect(await secondsOf(longWebm(31.2))).toBeCloseTo(31.2, 6)
    }
  })

  test('of seventeen minutes in a megabyte is found to be too long after the first of its clusters', async () => {
    const found = await inspectRecording(sourceOf(longWebm(1000)), 32)
    expect(found?.seconds).toBeGreaterThan(32)
    expect(found?.seconds).toBeLessThan(40)
  })

  test.each([
    ['all times are zero', cluster(0, Array(500).fill(simpleBlock(0, packets.ms120)), null), 60],
    ['the times are far apart', cluster(0, [simpleBlock(0, packets.ms20), simpleBlock(30_000, packets.ms20)]), 30.02],
    ['the clusters are far apart', joined(cluster(0, twenty), cluster(90_000, twenty)), 91],
    [
      'a block says it lasts long',
      cluster(0, [element(0xa0, joined(element(0xa1, block(0, packets.ms20)), element(0x9b, number(50_000, 4))))]),
      50
    ],
    ['the first time is not zero', cluster(3_600_000, twenty), 1],
    ['a time is negative', cluster(1000, [simpleBlock(-500, packets.ms20), simpleBlock(0, packets.ms20)]), 0.52]
  ])('%s', async (_, clusters, seconds) => {
    expect(await secondsOf(webmOf([clusters]))).toBeCloseTo(seconds, 6)
  })

  test('counts every packet that is laced into a block', async () => {
    const three = joined(packets.ms120, packets.ms120, packets.ms120)
    for (const [lacing, head] of [
      [1, [2, 3, 3]],
      [2, [2]],
      [3, [2, 0x83, 0xbf]]
    ] as const)
      expect(
        await secondsOf(webmOf([cluster(0, [simpleBlock(0, joined(Uint8Array.from(head), three), { lacing })])]))
      ).toBeCloseTo(0.36, 6)
  })

  test('believes a header that says more than there is, and not one that says less', async () => {
    expect(await secondsOf(webmOf([cluster(0, twenty)], { info: [duration(45_000)] }))).toBe(45)
    expect(await secondsOf(webmOf([cluster(0, twenty)], { info: [duration(100)] }))).toBeCloseTo(1, 6)
  })

  test('is not longer for what pads it', async () => {
    const padded = webmOf([cluster(0, [...twenty, padding(500_000)]), padding(400_000), cluster(1000, twenty, null)])
    expect(padded.length).toBeGreaterThan(900_000)
    expect(await secondsOf(padded)).toBeCloseTo(2, 6)
  })

  const sound = cluster(0, twenty)
  test.each([
    ['nothing that sounds', webmOf([padding(1000)])],
    ['an empty cluster', webmOf([cluster(0, [])])],
    ['packets of nothing', webmOf([cluster(0, [simpleBlock(0, new Uint8Array(0))])])],
    ['a codec whose packets do not tell their length', webmOf([sound], { tracks: [track({ codec: 'A_VORBIS' })] })],
    [
      'packets that are compressed once more',
      webmOf([sound], { tracks: [track({ more: [element(0x6d80, new Uint8Array(2))] })] })
    ],
    ['no sound among its tracks', webmOf([sound], { tracks: [track({ type: 17 })] })],
    ['two tracks of one number', webmOf([sound], { tracks: [track(), track({ type: 17 }), track({ number: 2 })] })],
    ['a block of an unknown track', webmOf([cluster(0, [simpleBlock(0, packets.ms20, { track: 2 })])])],
    ['a block of two bytes', webmOf([cluster(0, [element(0xa3, Uint8Array.of(0x81, 0))])])],
    [
      'laced packets beyond the block',
      webmOf([cluster(0, [simpleBlock(0, Uint8Array.of(1, 200, 0xf8), { lacing: 1 })])])
    ],
    [
      'laced packets of negative size',
      webmOf([cluster(0, [simpleBlock(0, Uint8Array.of(2, 0x81, 0x80, 0xf8), { lacing: 3 })])])
    ],
    [
      'laced packets of unequal size',
      webmOf([cluster(0, [simpleBlock(0, Uint8Array.of(1, 0xf8, 0xf8, 0xf8), { lacing: 2 })])])
    ],
    ['a block beyond its cluster', webmOf([element(0x1f43b675, simpleBlock(0, joined(packets.ms20, padding(5))), 16)])],
    ['a cluster beyond the file', webmOf([element(0x1f43b675, simpleBlock(0, packets.ms20), 5000)])],
    ['a block of unknown size', webmOf([cluster(0, [element(0xa3, block(0, packets.ms20), null)])])],
    ['something unknown in a cluster', webmOf([cluster(0, [...twenty, element(0x4dbb, new Uint8Array(8))])])],
    ['more behind its end', joined(webmOf([sound], { isClosed: true }), sound)],
    [
      'half a megabyte of empty elements',
      webmOf([cluster(0, [...twenty, new Uint8Array(900_000).fill(0x80).map((_, at) => (at % 2 ? 0x80 : 0xec))])])
    ],
    [
      'clusters without an end inside of each other',
      webmOf(Array(90_000).fill(Uint8Array.of(0x1f, 0x43, 0xb6, 0x75, 0xff)))
    ]
  ])('with %s is refused', async (_, bytes) => {
    const rest = vi.spyOn(Work.prototype, 'rest')
    expect(bytes.length).toBeLessThan(1_000_000)
    expect(await inspect(bytes)).toBeNull()
    // A file that makes a reader work much leaves time for others.
    if (bytes.length > 400_000) expect(rest.mock.calls.length).toBeGreaterThan(5)
    vi.restoreAllMocks()
  })

  test('of which any byte is changed is measured or refused, and is never endless', async () => {
    const bytes = longWebm(1)
    await fc.assert(
      fc.asyncProperty(fc.nat(bytes.length - 1), fc.nat(255), async (at, value) => {
        const seconds = await secondsOf(bytes.with(at, value))
        expect(seconds === null || (Number.isFinite(seconds) && seconds > 0)).toBe(true)
      }),
      { numRuns: 500 }
    )
  })
})
