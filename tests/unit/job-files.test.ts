// The names under which a request gives files of the user's works.
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { dataUrlBytes, dataUrlType } from '#contract/catalogue/parameters.ts'
import { isJobFileRef, namedJobFile, origin, withOrigin, jobFileRef } from '#contract/catalogue/job-file-refs.ts'
import { studioEntries } from '#contract/catalogue/studio.ts'
import { editImage, generateImage } from '#contract/job-orders.ts'

const job = fc.stringMatching(/^[A-Za-z0-9_-]{8,64}$/)
const file = fc.oneof(fc.integer({ min: 0, max: 99 }), fc.stringMatching(/^[A-Za-z][A-Za-z0-9]{0,19}$/))
const png = 'data:image/png;base64,aGVsbG8='

describe('a name', () => {
  test('is read as it was written', () => {
    fc.assert(
      fc.property(fc.record({ job, file }), (named) => {
        expect(namedJobFile(jobFileRef(named))).toEqual(named)
        expect(origin(withOrigin(png, named))).toEqual(named)
      })
    )
  })

  test('keeps an upload that carries it a file of the same type and size', () => {
    const sent = withOrigin(png, { job: 'job-of-anna', file: 0 })
    expect([dataUrlType(sent), dataUrlBytes(sent)]).toEqual(['image/png', dataUrlBytes(png)])
    expect(isJobFileRef(sent)).toBe(false)
  })

  test.each(['', 'work:', 'work:short.0', 'work:job-of-anna', 'work:job-of-anna.00', 'work:job-of-anna.a/b', png])(
    'is not found in «%s»',
    (sent) => {
      expect(namedJobFile(sent)).toBeNull()
      expect(origin(sent)).toBeNull()
    }
  )
})

test('a tool takes works for its picture and its mask, the editor for its picture', () => {
  const image = 'work:job-of-anna.0'
  const mask = 'work:job-of-anna.mask'
  const sent = { service: 'stability', tool: 'inpaint', prompt: 'Ваза', image, mask }
  expect(generateImage.input.parse(sent).parameters).toMatchObject({ image, mask })
  expect(editImage.input.parse({ prompt: 'Закат', image }).parameters).toMatchObject({ image })
})

test('every file that a form takes can be named again', () => {
  const names = studioEntries.flatMap(({ parameters }) =>
    parameters.flatMap((parameter) => ('mediaTypes' in parameter ? [parameter.name] : []))
  )
  expect(names).toContain('reference1')
  for (const name of names)
    expect(namedJobFile(jobFileRef({ job: 'job-of-anna', file: name }))).toEqual({ job: 'job-of-anna', file: name })
})
