// A number of a call is a number: a JSON number in a body, decimal digits in a query or a path, and nothing that a program might
// take for one. Every numeric field of every call is found by its schema.
import { describe, expect, test } from 'vitest'
import { z } from 'zod'
import { parametersSchema } from '#contract/catalogue/parameters-schema.ts'
import { studioEntries } from '#contract/catalogue/studio.ts'
import type { Endpoint } from '#contract/endpoint.ts'
import { mountedEndpoints, operatorEndpoints } from '#scripts/openapi/calls.ts'
import { numberInText } from '#contract/validation.ts'

/** Where a numeric field is in an input, its rule, and whether null may stand in its place. */
interface Field {
  path: (string | 0)[]
  rule: z.ZodNumber
  isNullable: boolean
}

/** The numeric fields below a schema. Items of a list have the index 0. */
function fieldsOf(schema: unknown, path: Field['path'] = [], isNullable = false): Field[] {
  if (schema instanceof z.ZodNumber) return [{ path, rule: schema, isNullable }]
  if (schema instanceof z.ZodObject)
    return Object.entries(schema.shape).flatMap(([name, inner]) => fieldsOf(inner, [...path, name]))
  if (schema instanceof z.ZodArray) return fieldsOf(schema.element, [...path, 0])
  if (schema instanceof z.ZodNullable) return fieldsOf(schema.unwrap(), path, true)
  if (schema instanceof z.ZodOptional || schema instanceof z.ZodDefault)
    return fieldsOf(schema.unwrap(), path, isNullable)
  if (schema instanceof z.ZodPipe)
    return [...fieldsOf(schema.in, path, isNullable), ...fieldsOf(schema.out, path, isNullable)]
  if (schema instanceof z.ZodUnion) return schema.options.flatMap((option) => fieldsOf(option, path, isNullable))
  return []
}

const isWritten = ({ method, path }: Endpoint, field: Field) =>
  method === 'GET' || method === 'DELETE' || path.split('/').includes(`:${field.path.join('.')}`)

/** An input with nothing but this value at its place. */
const inputWith = (path: Field['path'], value: unknown): unknown =>
  path.toReversed().reduce<unknown>((inner, step) => (step === 0 ? [inner] : { [step]: inner }), value)

/** Whether the call accepts the value at this place, whatever else it misses. */
function accepts({ input }: Endpoint, { path }: Field, value: unknown): boolean {
  const { error } = input.safeParse(inputWith(path, value))
  return !error?.issues.some((issue) => path.every((step, index) => issue.path[index] === step))
}

const validFor = ({ rule }: Field): number => {
  const { minValue, maxValue } = rule
  const found = [minValue, (minValue ?? 0) + 1, maxValue, 5].find((value) => rule.safeParse(value).success)
  if (found == null) throw new Error('No valid number is known')
  return found
}

/** What is no number anywhere. */
const nonsense = [true, '', ' 5', '5 ', '+5', '0x10', '1e3', '5.0', '٥', 'NaN', 'Infinity', [], [5], {}, NaN, Infinity]

const described = Object.entries({ ...mountedEndpoints, ...operatorEndpoints }) as [string, Endpoint][]
const fields = described.flatMap(([name, endpoint]) =>
  fieldsOf(endpoint.input).map((field) => [`${name}: ${field.path.join('.')}`, endpoint, field] as const)
)

test('the numeric fields are found', () => {
  const names = fields.map(([name]) => name)
  expect(names.length).toBeGreaterThan(70)
  for (const name of [
    'listConversations: limit',
    'renameConversation: id',
    'branchConversation: messageId',
    'listShares: conversationId',
    'importConversation: messages.0.created_at',
    'startPurchase: tokens',
    'resolveAlarm: id',
    'setPrice: tokens',
    'previewPrice: tokens',
    'readPersonConversation: conversation_id'
  ])
    expect(names).toContain(name)
})

test.each(fields)('%s is a number', (_, endpoint, field) => {
  const valid = validFor(field)
  expect(accepts(endpoint, field, valid)).toBe(true)
  expect(accepts(endpoint, field, String(valid))).toBe(isWritten(endpoint, field))
  expect(accepts(endpoint, field, null)).toBe(field.isNullable)
  expect(nonsense.filter((value) => accepts(endpoint, field, value))).toEqual([])
})

const parameters = studioEntries.flatMap((entry) =>
  entry.parameters.flatMap((parameter) =>
    parameter.kind === 'number' || parameter.kind === 'seed'
      ? [[`${entry.id}: ${parameter.name}`, parameter] as const]
      : []
  )
)

test.each(parameters)('the parameter %s is a number', (_, { shownWith: _with, ...parameter }) => {
  const schema = parametersSchema([{ ...parameter, shownWhen: [] }])
  const isTaken = (value: unknown) => schema.safeParse({ [parameter.name]: value }).success
  expect(isTaken(parameter.max)).toBe(true)
  expect([...nonsense, null, String(parameter.max)].filter(isTaken)).toEqual([])
})

describe('a number in text', () => {
  const whole = numberInText(z.number().int())

  test.each([
    ['0', 0],
    ['-5', -5],
    ['007', 7],
    [String(Number.MAX_SAFE_INTEGER), Number.MAX_SAFE_INTEGER],
    [12, 12]
  ])('%s is read', (sent, value) => {
    expect(whole.parse(sent)).toBe(value)
  })

  test.each(['-', '--5', '5\n', '9007199254740993', '9'.repeat(400), '1_000', '½', undefined, null, 5n])(
    '%s is refused',
    (sent) => {
      expect(whole.safeParse(sent).success).toBe(false)
    }
  )
})
