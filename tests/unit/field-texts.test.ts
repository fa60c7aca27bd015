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

test.each<[z.ZodType, unknown, string]>([
  [z.string().min(1), '', 'Не меньше 1 символа'],
  [z.string().max(3), 'слово', 'Не больше 3 символов'],
  [z.array(z.string()).max(21), Array.from({ length: 22 }, () => ''), 'Не больше 21 пункта'],
  [z.number().min(5), 4, 'Не меньше 5'],
  [z.number().positive(), 0, 'Больше 0'],
  [z.number().lt(1000), 1000, 'Меньше 1\u00a0000'],
  [z.enum(['a', 'b']), 'c', 'Здесь бывает только: a, b'],
  [z.strictObject({}), { more: 1, and: 2 }, 'Лишние поля: more, and'],
  [z.string().regex(/^a$/), 'b', 'Значение записано неверно']
])('a bound, a choice or a form is told in words of the site', (of, sent, text) => {
  expect(of.safeParse(sent, { error: fieldText }).error?.issues.map(({ message }) => message)).toEqual([text])
})
