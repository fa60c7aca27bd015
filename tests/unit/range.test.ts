import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { readRange } from '#worker/jobs/range.ts'

test.each([
  [undefined, 'whole'],
  ['', 'whole'],
  ['bytes=0-', { offset: 0, length: 10 }],
  ['bytes=0-4', { offset: 0, length: 5 }],
  ['bytes=9-9', { offset: 9, length: 1 }],
  ['bytes=-3', { offset: 7, length: 3 }],
  ['bytes=-30', { offset: 0, length: 10 }],
  ['bytes=10-', 'unsatisfiable'],
  ['bytes=-0', 'unsatisfiable'],
  ['bytes=4-3', 'whole'],
  ['bytes=0-1,3-4', 'whole'],
  ['bytes = 0-1', 'whole']
] as const)('%s of ten bytes', (header, expected) => {
  expect(readRange(header, 10)).toEqual(expected)
})

test('any range lies inside the file', () => {
  const bound = fc.oneof(fc.constant(''), fc.nat(300).map(String))
  fc.assert(
    fc.property(bound, bound, fc.integer({ min: 0, max: 200 }), (first, last, size) => {
      const range = readRange(`bytes=${first}-${last}`, size)
      if (typeof range === 'string') return
      expect(range.length).toBeGreaterThan(0)
      expect(range.offset).toBeGreaterThanOrEqual(0)
      expect(range.offset + range.length).toBeLessThanOrEqual(size)
    })
  )
})
