// Whatever a picture, a film or a sound was made of: while it is looked at, everybody else has their turn again and again.
import { afterEach, describe, expect, test, vi } from 'vitest'
import { checkImage } from '#formats/image-check.ts'
import { withoutMetadata } from '#formats/image-metadata.ts'
import { inspectMedia, inspectSent, sourceOf } from '#formats/media-inspect.ts'
import { cleanFilm } from '#formats/mp4-metadata.ts'
import { isImageType } from '#formats/picture-structure.ts'
import { Work } from '#formats/work.ts'
import { hostileMedia } from '../support/hostile-media.ts'

afterEach(() => vi.restoreAllMocks())

/** Everything that is done with an upload of this type. */
async function lookAt(bytes: Uint8Array<ArrayBuffer>, type: string): Promise<void> {
  await inspectMedia(sourceOf(bytes))
  await inspectSent(sourceOf(bytes))
  if (isImageType(type)) {
    await checkImage(bytes, type)
    await withoutMetadata(bytes, type)
  }
  if (type === 'video/mp4') await cleanFilm(bytes)
}

test.each(hostileMedia)('$name', async ({ type, make, restsMin }) => {
  const rest = vi.spyOn(Work.prototype, 'rest')
  await lookAt(Uint8Array.from(make()), type)
  expect(rest.mock.calls.length).toBeGreaterThanOrEqual(restsMin)
})

const exceeded = () => new Error('Too much')

describe('work', () => {
  test('ends when more is looked at than is allowed', () => {
    const work = new Work({ bytesMax: 100, msMax: 1000 }, exceeded)
    expect(work.spend(100)).toBe(false)
    expect(() => work.spend(1)).toThrow('Too much')
  })

  test('rests after each stretch', async () => {
    const work = new Work({ bytesMax: 1e9, msMax: 60_000 }, exceeded)
    expect(work.spend(1_000_000)).toBe(false)
    expect(work.spend(1_000_000)).toBe(true)
    let hadTheirTurn = false
    setTimeout(() => (hadTheirTurn = true), 0)
    await work.rest()
    expect(hadTheirTurn).toBe(true)
    expect(work.spend(1)).toBe(false)
  })

  test('ends when its time is over, with what others did in between', async () => {
    const work = new Work({ bytesMax: 1e9, msMax: -1 }, exceeded)
    await expect(work.rest()).rejects.toThrow('Too much')
  })
})
