import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { studioEntries } from '#contract/catalogue/studio.ts'
import { dataUrlType } from '#contract/catalogue/parameters.ts'
import { parametersSchema } from '#contract/catalogue/parameters-schema.ts'
import { fileMinBytes, JsonFiles } from '#providers/http/json-files.ts'

function taken(literal: string) {
  const files = new JsonFiles()
  const json = files.takeOutOf(Uint8Array.from(Buffer.from(`{"file":"${literal}","more":1}`, 'latin1')), 1000)
  const { file, more }: { file: string; more: number } = JSON.parse(json ?? 'null')
  expect(more).toBe(1)
  return { mark: file, bytes: files.bytesOf(file) }
}

describe('a file in JSON', () => {
  // A pattern that goes on: drawing each byte took most of the time.
  const content = fc
    .tuple(fc.integer({ min: 50_000, max: 200_000 }), fc.uint8Array({ minLength: 250, maxLength: 300, size: 'max' }))
    .map(([length, pattern]) => new Uint8Array(Buffer.alloc(length, pattern)))
  const escapes: ((base64: string) => string)[] = [
    (base64) => base64,
    (base64) => base64.replaceAll('/', '\\/'),
    (base64) => base64.replaceAll('+', '\\u002B').replaceAll('=', '\\u003d')
  ]

  test('has the encoded bytes, whatever its length and JSON escapes', () => {
    fc.assert(
      fc.property(content, fc.constantFrom(...escapes), fc.constantFrom('data:image/png;base64,', ''), (...sent) => {
        const [bytes, escape, head] = sent
        const { bytes: decoded } = taken(head + escape(Buffer.from(bytes).toString('base64')))
        expect(Buffer.compare(decoded ?? Buffer.alloc(0), bytes)).toBe(0)
      }),
      { numRuns: 60 }
    )
  })

  const whole = Buffer.alloc(200_000, 7).toString('base64')
  test.each([
    ['is not base64', `${whole.slice(0, 100_000)}!${whole.slice(100_001)}`],
    ['is padded in its middle', `${whole.slice(0, 65_534)}==${whole.slice(65_536)}`],
    ['ends in the middle of a group', whole.slice(0, -5)],
    ['has other escapes', `${whole.slice(0, 1000)}\\n${whole.slice(1002)}`],
    ['is escaped text of another alphabet', `${whole.slice(0, 1000)}\\u0141${whole.slice(1006)}`]
  ])('that %s is damaged', (_, base64) => {
    expect(taken(`data:image/png;base64,${base64}`).bytes).toBeNull()
  })

  test('keeps its media type in its mark', () => {
    const { mark } = taken(`data:image/webp;charset=x;base64,${whole}`)
    expect(dataUrlType(mark)).toBe('image/webp')
  })

  test('is refused by every text parameter', () => {
    const { mark } = taken(whole)
    expect(mark.length).toBeGreaterThanOrEqual(fileMinBytes)
    const texts = studioEntries.flatMap(({ parameters }) => parameters.filter(({ kind }) => kind === 'text'))
    expect(texts.length).toBeGreaterThan(5)
    for (const text of texts)
      expect(
        parametersSchema([{ ...text, shownWhen: undefined } as never]).safeParse({ [text.name]: mark }).success
      ).toBe(false)
  })

  test('of another request is not found by its mark', () => {
    const { mark } = taken(whole)
    expect(new JsonFiles().bytesOf(mark)).toBeNull()
  })
})
