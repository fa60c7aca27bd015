// The size that is ordered for an edited picture.
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { ownSizeOf } from '#domain/own-size.ts'
import { sizeOf } from '#sandbox/media/openai-image-fields.ts'

const parsed = (text: string) => {
  const [width = 0, height = 0] = text.split('x').map(Number)
  return { width, height }
}

test.each([
  [1200, 900, '1152x864'],
  [900, 1200, '864x1152'],
  [1024, 1024, '1024x1024'],
  [3000, 2000, '1248x832'],
  [16, 9, '1280x720']
])('a picture of %i×%i comes back as %s', (width, height, size) => {
  expect(ownSizeOf({ width, height })).toBe(size)
})

test('a panorama comes back as long as the upstream allows', () => {
  const { width, height } = parsed(ownSizeOf({ width: 5000, height: 500 }))
  expect(width / height).toBe(3)
})

test('every size is one that the upstream takes, in the proportions of the picture and no larger than the square', () => {
  const side = fc.integer({ min: 1, max: 10_000 })
  fc.assert(
    fc.property(side, side, (width, height) => {
      const text = ownSizeOf({ width, height })
      const size = parsed(text)
      expect(sizeOf(text)).toEqual(size)
      expect(size.width * size.height).toBeLessThanOrEqual(1024 * 1024)
      const ratio = Math.min(3, Math.max(1 / 3, width / height))
      expect(Math.abs(size.width / size.height / ratio - 1)).toBeLessThan(0.03)
    })
  )
})
