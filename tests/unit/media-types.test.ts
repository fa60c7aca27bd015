import { expect, test } from 'vitest'
import { studioEntries } from '#contract/catalogue/studio.ts'
import { extensionOf, formatTitle } from '#contract/media-types.ts'

test.each([
  ['image/jpeg', 'jpg', 'JPEG'],
  ['image/webp', 'webp', 'WebP'],
  ['video/quicktime', 'mov', 'MOV'],
  ['audio/mpeg', 'mp3', 'MP3'],
  ['audio/mp4', 'm4a', 'M4A'],
  ['text/html', 'bin', 'text/html'],
  ['constructor', 'bin', 'constructor']
])('a file of %s ends in .%s and people call it %s', (type, extension, title) => {
  expect([extensionOf(type), formatTitle(type)]).toEqual([extension, title])
})

test('every type that a page accepts has an extension', () => {
  const taken = studioEntries.flatMap(({ parameters }) =>
    parameters.flatMap((parameter) => ('mediaTypes' in parameter ? parameter.mediaTypes : []))
  )
  expect(taken.length).toBeGreaterThan(0)
  expect(taken.filter((type) => extensionOf(type) === 'bin')).toEqual([])
})
