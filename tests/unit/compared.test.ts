import { expect, test } from 'vitest'
import { catalogueModels } from '#contract/catalogue/models.ts'
import { chosenOf, comparedIn, compareLink, sumOf } from '#web/src/chat/compare/compared.ts'

const inQuery = (chats: string) =>
  comparedIn(new URLSearchParams({ chats }), catalogueModels).map(({ model, conversationId }) => [
    model.id,
    conversationId
  ])

test('an address leads back to the models and conversations that it was made from', () => {
  const compared = chosenOf(catalogueModels, ['grok-1', 'claude-3-haiku']).map((model, index) => ({
    model,
    conversationId: index + 7
  }))
  const { searchParams } = new URL(compareLink(compared), 'https://example.org')
  expect(comparedIn(searchParams, catalogueModels)).toEqual(compared)
  expect(sumOf(compared.map(({ model }) => model))).toBe(2)
})

test.each([
  [
    'claude-3-haiku:1,nobody:2,grok-1:3',
    [
      ['claude-3-haiku', 1],
      ['grok-1', 3]
    ]
  ],
  ['claude-3-haiku:1,grok-1:-3,grok-2:x,grok-1.5:', []],
  ['claude-3-haiku:1,grok-1:1', []],
  ['claude-3-haiku:1,claude-3-haiku:2', []],
  [
    'claude-3-haiku:0,grok-1:0,grok-2:7',
    [
      ['claude-3-haiku', null],
      ['grok-1', null],
      ['grok-2', 7]
    ]
  ],
  ['', []]
])('%s names what exists, or nothing', (chats, expected) => {
  expect(inQuery(chats)).toEqual(expected)
})

test('no more than four are compared, and none twice', () => {
  expect(inQuery('grok-1:1,grok-2:2,claude-3-haiku:3,claude-3-sonnet:4,gpt-4o-mini:5')).toHaveLength(4)
  expect(chosenOf(catalogueModels, ['grok-1', 'grok-1', 'o3', 'gone'])).toHaveLength(1)
})
