import { characterEntities } from 'character-entities'
import { expect, test, vi } from 'vitest'
import { decodeNamedCharacterReference } from '../../../web/src/chat/markdown/named-character.ts'

test('the browser knows every name of a character, and nothing else becomes one', () => {
  const names = Object.keys(characterEntities)
  expect(names.length).toBeGreaterThan(2000)
  const decoded = Object.fromEntries(names.map((name) => [name, decodeNamedCharacterReference(name)]))
  expect(decoded).toEqual(characterEntities)
  for (const name of ['notit', 'неизвестное', 'nosuch', 'toString', 'amp;<b>', '#65', ''])
    expect(decodeNamedCharacterReference(name), name).toBe(false)
})

test('the browser is asked once for a name: an answer that arrives is drawn again and again', () => {
  const create = vi.spyOn(document, 'createElement')
  const names = ['Aacute', 'nosuchthing']
  const answers = [...names, ...names].map((name) => decodeNamedCharacterReference(name))
  expect(answers).toEqual(['Á', false, 'Á', false])
  expect(create.mock.calls.length).toBeLessThanOrEqual(2)
})
