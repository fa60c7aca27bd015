// Which results differ from what was ordered, for every setting of every page.
import { describe, expect, test } from 'vitest'
import type { StudioKind } from '#contract/catalogue/entry.ts'
import { mediaRouteOf, translated } from '#contract/catalogue/media-route.ts'
import { defaultValues } from '#contract/catalogue/parameters.ts'
import { findStudioEntry } from '#contract/catalogue/studio.ts'
import { orderedSizeOf, sizeFlaw } from '#domain/redo.ts'

function orderOf(service: string, changes: Record<string, string> = {}) {
  const entry = findStudioEntry(service)
  if (!entry) throw new Error(service)
  const values = { ...defaultValues(entry.parameters), prompt: 'кот', ...changes }
  return { kind: entry.kind, options: translated(mediaRouteOf(entry, values), values) }
}

const fileOf = (
  width: number | null,
  height: number | null,
  durationSeconds: number | null = null,
  sizeBytes = 1e6
) => ({
  index: 0,
  type: durationSeconds === null ? 'image/png' : 'video/mp4',
  sizeBytes,
  width,
  height,
  durationSeconds
})

const flawOf = ({ kind, options }: ReturnType<typeof orderOf>, file: ReturnType<typeof fileOf>) =>
  sizeFlaw(file, orderedSizeOf(kind, options))

describe('a result as ordered has no flaw', () => {
  test.each([
    [orderOf('dalle', { size: '1792x1024' }), fileOf(1536, 1024)],
    [orderOf('flux', { aspectRatio: '3:2' }), fileOf(1248, 832)],
    [orderOf('gpt-image-edit'), fileOf(1024, 1024)],
    [orderOf('stable-diffusion'), fileOf(1024, 1024)],
    [orderOf('midjourney', { aspectRatio: '16:9' }), fileOf(1365, 768)],
    [orderOf('stability'), fileOf(4800, 3600)],
    [orderOf('luma', { duration: '10', quality: 'high' }), fileOf(1920, 1080, 10.04)],
    [orderOf('luma', { duration: '15', quality: 'ultra' }), fileOf(3840, 2160, 14.9)],
    [orderOf('veo3', { aspectRatio: '9:16' }), fileOf(720, 1280, 6)],
    [orderOf('veo3', { aspectRatio: '1:1', duration: '3' }), fileOf(720, 720, 5)],
    [orderOf('runwayml'), fileOf(1280, 704, 4)],
    [orderOf('elevenlabs'), fileOf(null, null, 3)]
  ])('%j', (order, file) => {
    expect(flawOf(order, file)).toBeNull()
  })
})

describe('a result that differs from the order has a flaw', () => {
  test.each([
    [orderOf('dalle', { size: '1792x1024' }), fileOf(1024, 1024), 'wrong-size'],
    [orderOf('flux'), fileOf(512, 512), 'wrong-size'],
    [orderOf('luma', { quality: 'ultra' }), fileOf(1920, 1080, 5), 'wrong-size'],
    [orderOf('veo3', { aspectRatio: '9:16' }), fileOf(1280, 720, 6), 'wrong-size'],
    [orderOf('runwayml'), fileOf(720, 1280, 4), 'wrong-size'],
    [orderOf('luma', { duration: '10' }), fileOf(1280, 720, 5), 'too-short'],
    [orderOf('runwayml', { duration: '8' }), fileOf(1280, 720, 4), 'too-short']
  ])('%j', (order, file, flaw) => {
    expect(flawOf(order, file)).toBe(flaw)
  })
})

describe('an order names a size', () => {
  const none = { width: null, height: null, ratio: null, lines: null, seconds: null }

  test.each<[string, StudioKind, Record<string, string | number>, object]>([
    ['in pixels', 'image', { size: '1536x1024' }, { width: 1536, height: 1024 }],
    ['by its sides', 'image', { width: 640, height: '480' }, { width: 640, height: 480 }],
    ['as a shape', 'image', { aspect_ratio: '3:2' }, { ratio: 1.5 }],
    [
      'and a length, for a film',
      'video',
      { ratio: '16:9', quality: '720p', duration: '8s' },
      { ratio: 16 / 9, lines: 720, seconds: 8 }
    ],
    ['of lines by its market name', 'video', { quality: '4k' }, { lines: 2160 }]
  ])('%s', (_, kind, options, size) => {
    expect(orderedSizeOf(kind, options)).toEqual({ ...none, ...size })
  })

  test.each<[string, StudioKind, Record<string, string | number>]>([
    ['of nothing', 'image', { size: '0x1024', ratio: '16:0', width: 0, height: -1 }],
    ['in words', 'image', { size: 'auto', aspectRatio: 'wide', width: 'any' }],
    ['of another kind of work', 'image', { quality: '720p', duration: 8 }],
    ['of no length', 'video', { duration: 0, quality: 'high' }]
  ])('but not one %s', (_, kind, options) => {
    expect(orderedSizeOf(kind, options)).toEqual(none)
  })
})

describe('a tenth too small, a fifth too short or a twentieth off is as ordered, and no more', () => {
  const ordered = { width: null, height: null, ratio: null, lines: null, seconds: null }

  test.each([
    [{ lines: 1000 }, fileOf(1600, 900), fileOf(1600, 899), 'wrong-size'],
    [{ seconds: 10 }, fileOf(1280, 720, 8), fileOf(1280, 720, 7.9), 'too-short'],
    [{ width: 1000 }, fileOf(960, 1000), fileOf(940, 1000), 'wrong-size'],
    [{ height: 1000 }, fileOf(1000, 1040), fileOf(1000, 1060), 'wrong-size'],
    [{ ratio: 2 }, fileOf(2080, 1000), fileOf(2120, 1000), 'wrong-size']
  ])('%j', (size, near, far, flaw) => {
    const order = { ...ordered, ...size }
    expect([sizeFlaw(near, order), sizeFlaw(far, order)]).toEqual([null, flaw])
  })
})
