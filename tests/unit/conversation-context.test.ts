import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { contextLengthMax, contextMessagesMax, contextOf, type Turn } from '#domain/conversation-context.ts'

const turn = fc.record({ role: fc.constantFrom('user', 'assistant'), text: fc.string({ maxLength: 9000 }) })

describe('the turns that are sent to a model', () => {
  test('a first prompt is sent alone', () => {
    expect(contextOf([], 'Привет')).toEqual([{ role: 'user', text: 'Привет' }])
  })

  test('earlier turns come before the prompt, oldest first', () => {
    const earlier: Turn[] = [
      { role: 'user', text: 'раз' },
      { role: 'assistant', text: 'два' }
    ]
    expect(contextOf(earlier, 'три')).toEqual([...earlier, { role: 'user', text: 'три' }])
  })

  test('the oldest turns are dropped when the context is too long', () => {
    const long = 'я'.repeat(contextLengthMax - 10)
    const earlier: Turn[] = [
      { role: 'user', text: 'старое' },
      { role: 'assistant', text: 'старый ответ' },
      { role: 'user', text: long },
      { role: 'assistant', text: 'ответ' }
    ]
    expect(contextOf(earlier, 'ещё').map((kept) => kept.text)).toEqual([long, 'ответ', 'ещё'])
  })

  test('a question whose answer has no text is left out with it, and so never fails the next one', () => {
    const good: Turn[] = [
      { role: 'user', text: 'раз' },
      { role: 'assistant', text: 'ответ' }
    ]
    const moderated: Turn[] = [
      { role: 'user', text: 'запрещённое' },
      { role: 'assistant', text: '' }
    ]
    expect(contextOf([...good, ...moderated], 'два')).toEqual([...good, { role: 'user', text: 'два' }])
    expect(contextOf(moderated, 'два')).toEqual([{ role: 'user', text: 'два' }])
  })

  test('consecutive questions without any answer between them are joined', () => {
    const earlier: Turn[] = [
      { role: 'user', text: 'раз' },
      { role: 'user', text: 'два' }
    ]
    expect(contextOf(earlier, 'три')).toEqual([{ role: 'user', text: 'раз\n\nдва\n\nтри' }])
  })

  test('any history: bounded in length, begins and ends with the user, roles alternate', () => {
    fc.assert(
      fc.property(
        fc.array(turn as fc.Arbitrary<Turn>, { maxLength: 80 }),
        fc.string({ minLength: 1 }),
        (earlier, prompt) => {
          const turns = contextOf(earlier, prompt)
          const length = turns.reduce((sum, kept) => sum + kept.text.length, 0)
          expect(length).toBeLessThanOrEqual(contextLengthMax + prompt.length + 2 * contextMessagesMax)
          expect(turns[0]?.role).toBe('user')
          expect(turns.at(-1)?.role).toBe('user')
          expect(turns.at(-1)?.text.endsWith(prompt)).toBe(true)
          for (const [index, kept] of turns.entries()) expect(kept.role).not.toBe(turns[index + 1]?.role)
        }
      )
    )
  })

  test('a small context has room for fewer turns, counted in bytes, so that no tokenizer needs more', () => {
    const earlier: Turn[] = Array.from({ length: 10 }, (_, index) => ({
      role: index % 2 === 0 ? 'user' : 'assistant',
      text: 'я'.repeat(500)
    }))
    const model = { contextTokens: 8000, outputTokensMax: 2000 }
    // 8000 - 2000 - 1000 of our own instructions - 12 of the prompt leave 4988 bytes: four turns of 1000.
    expect(contextOf(earlier, 'привет', { model })).toHaveLength(5)
    expect(contextOf(earlier, 'привет', { model: { ...model, contextTokens: null } })).toHaveLength(11)
    expect(contextOf(earlier, 'привет', { model: { ...model, contextTokens: 3000 } })).toHaveLength(1)
  })

  test('any history fits a known context, whatever the language', () => {
    fc.assert(
      fc.property(
        fc.array(turn as fc.Arbitrary<Turn>, { maxLength: 20 }),
        fc.string({ unit: 'grapheme', minLength: 1, maxLength: 200 }),
        fc.integer({ min: 4000, max: 40_000 }),
        fc.nat({ max: 300 }),
        (earlier, prompt, contextTokens, besideLength) => {
          const model = { contextTokens, outputTokensMax: 1000 }
          const turns = contextOf(earlier, prompt, { model, besideLength })
          const bytes = turns.reduce((sum, { text }) => sum + new TextEncoder().encode(text).length, 0)
          const joins = 2 * earlier.length
          const isPromptAlone = turns.length === 1 && turns[0]!.text === prompt
          if (!isPromptAlone) expect(bytes + besideLength + 1000).toBeLessThanOrEqual(contextTokens + joins)
        }
      )
    )
  })

  test('a model that sees no pictures gets the names of those that were sent before', () => {
    const picture = {
      id: 'a',
      name: 'кот.png',
      kind: 'picture',
      type: 'image/png',
      size: 1000,
      width: 10,
      height: 10,
      textLength: 0,
      inputTokens: 100
    } as const
    const earlier: Turn[] = [
      { role: 'user', text: 'кто это?', files: [picture] },
      { role: 'assistant', text: 'Кот' }
    ]
    const sentTo = (seesPictures: boolean) =>
      contextOf(earlier, 'точно?', { model: { seesPictures } })[0]?.files?.map(({ isSent }) => isSent)
    expect([sentTo(true), sentTo(false)]).toEqual([[true], [false]])
  })
})
