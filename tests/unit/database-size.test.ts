import { expect, test } from 'vitest'
import { databaseMaxBytes, isTooLarge } from '#domain/database-size.ts'

const gigabyte = 1_000_000_000

test.each([
  [0, true, false],
  [5 * gigabyte, true, false],
  [5 * gigabyte + 1, true, true],
  [5 * gigabyte + 1, false, false],
  [8 * gigabyte + 1, false, true],
  [databaseMaxBytes, false, true]
])('a database of %i bytes, open %o: an operator must act %o', (bytes, isOpen, must) => {
  expect(isTooLarge({ bytes, isOpen })).toBe(must)
})
