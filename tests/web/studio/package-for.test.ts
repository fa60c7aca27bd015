import { expect, test } from 'vitest'
import { packageFor } from '#web/src/studio/submit/package-for.ts'

test.each([
  [1, 'tokens-100'],
  [100, 'tokens-100'],
  [101, 'tokens-500'],
  // The bonus counts.
  [550, 'tokens-500'],
  [551, 'tokens-1000'],
  [6200, 'tokens-5000'],
  [6201, 'tokens-5000']
])('what covers %i tokens and no more than it must is %s', (missing, id) => {
  expect(packageFor(missing).id).toBe(id)
})
