import { expect, test } from 'vitest'
import { z } from 'zod'
import { fieldText } from '#worker/http/field-texts.ts'

const schema = z.object({
  text: z.string(),
  number: z.number(),
  whole: z.int(),
  flag: z.boolean(),
  list: z.array(z.string()),
  thing: z.object({}),
  when: z.date()
})
const fields = Object.keys(schema.shape)
const textsFor = (value: unknown) => {
  const sent = Object.fromEntries(fields.map((field) => [field, value]))
  return schema.safeParse(sent, { error: fieldText }).error?.issues.map(({ message }) => message)
}

test('a missing field is called so', () => {
  expect(new Set(textsFor(undefined))).toEqual(new Set(['Обязательное поле']))
})

test('a field of another type says in Russian what belongs there', () => {
  expect(textsFor(null)).toEqual([
    'Здесь нужна строка',
    'Здесь нужно число',
    'Здесь нужно число',
    'Здесь нужно true или false',
    'Здесь нужен список',
    'Здесь нужен объект',
    'Значение не того типа'
  ])
})

test('a number that is not whole is told so', () => {
  const [problem] = z.int().safeParse(1.5, { error: fieldText }).error?.issues ?? []
  expect(problem?.message).toBe('Здесь нужно целое число')
})

test('other problems keep the words of the library', () => {
  const [problem] = z.string().max(3).safeParse('слово', { error: fieldText }).error?.issues ?? []
  expect(problem?.message).toMatch(/^Слишком большое значение/)
})
