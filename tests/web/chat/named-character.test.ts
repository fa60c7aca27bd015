import { characterEntities } from 'character-entities'
import { expect, test } from 'vitest'
import { decodeNamedCharacterReference } from '../../../web/src/chat/markdown/named-character.ts'

test('the browser knows every name of a character, and nothing else becomes one', () => {
  const names = Object.keys(characterEntities)
  expect(names.length).toBeGreaterThan(2000)
  const decoded = Object.fromEntries(names.map((name) => [name, decodeNamedCharacterReference(name)]))
  expect(decoded).toEqual(characterEntities)
  for (const name of ['notit', 'неизвестное', 'nosuch', 'toString', 'amp;<b>', '#65', ''])
    expect(decodeNamedCharacterReference(name), name).toBe(false)
})
