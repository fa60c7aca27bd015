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
})
