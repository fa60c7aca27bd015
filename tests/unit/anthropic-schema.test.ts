import { expect, test } from 'vitest'
import { strictSchema } from '#providers/chat/anthropic-schema.ts'

test('keeps what Anthropic takes, and closes every object', () => {
  const schema = {
    $schema: 'https://json-schema.org/draft/2020-12/schema',
    type: 'object',
    required: ['items'],
    properties: {
      items: { type: 'array', minItems: 3, items: { $ref: '#/$defs/item' } },
      when: { type: 'string', format: 'date', maxLength: 10 },
      code: { type: 'string', format: 'regex', pattern: 'a+' },
      minimum: { oneOf: [{ type: 'integer', minimum: 0 }, { type: 'null' }] }
    },
    $defs: { item: { type: 'object', description: 'Вещь', additionalProperties: { type: 'string' } } }
  }
  expect(strictSchema(schema)).toEqual({
    type: 'object',
    required: ['items'],
    additionalProperties: false,
    properties: {
      items: { type: 'array', items: { $ref: '#/$defs/item' } },
      when: { type: 'string', format: 'date' },
      code: { type: 'string' },
      minimum: { anyOf: [{ type: 'integer' }, { type: 'null' }] }
    },
    $defs: { item: { type: 'object', description: 'Вещь', additionalProperties: false } }
  })
})

test.each([
  ['objects', '{"properties":{"a":', '}}'],
  ['lists', '{"anyOf":[', ']}']
])('a schema of %s that is nested without end is cut', (_, opening, closing) => {
  const deep: unknown = JSON.parse(`${opening.repeat(1500)}{}${closing.repeat(1500)}`)
  expect(JSON.stringify(strictSchema(deep)).length).toBeLessThan(10_000)
})
