// Schemas of every kind that ours are of, and what they find in values.
import { z } from 'zod'

const text = z.string('Введите текст').trim().min(2, 'Слишком короткий').max(5)
const kinds = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('a'), size: z.number().int().positive().max(10) }),
  z.object({ kind: z.enum(['b', 'c']), names: z.array(text).min(1).max(2).optional() }),
  z.strictObject({ kind: z.literal(['d', 'e']), at: z.number().nullish() })
])

const schemas: readonly z.ZodType[] = [
  text,
  text.regex(/^[a-z]+$/, 'Только буквы').nullable(),
  z.string().startsWith('a').endsWith('z').includes('m'),
  z.string().toLowerCase().normalize('NFKC'),
  z.url(),
  z.number().min(0).max(5),
  z.number().nonnegative().default(3),
  z.int({ error: 'Целое число' }).min(1),
  z.boolean().optional(),
  z.null(),
  z.unknown(),
  z.never().optional(),
  z.array(z.union([z.string(), z.number(), z.null()])).min(1),
  z.tuple([z.number(), z.string()]),
  z.object({ name: text, deep: z.object({ list: z.array(z.object({ id: z.number() })) }).optional() }),
  z.looseObject({ name: text.catch('нет'), kind: z.string().catch(({ value }) => String(value)) }),
  z.object({ name: z.string(), other: z.string() }).omit({ other: true }).extend({ size: z.number().optional() }),
  kinds,
  z.array(kinds),
  z.record(z.string(), z.union([z.string(), z.number()])),
  z.record(z.enum(['name', 'kind']), z.string()),
  z.partialRecord(z.enum(['name', 'kind']), z.string().max(3)),
  z
    .object({ name: z.string(), kind: z.string() })
    .refine(({ name, kind }) => name !== kind, { error: 'Разные', path: ['kind'] }),
  z.string().superRefine((value, context) => {
    if (value.length > 2) context.addIssue({ code: 'custom', message: 'Длинно', path: ['a'] })
  }),
  z.string().transform((value, context) => {
    if (value === 'x') context.addIssue('Не x')
    return value.length
  }),
  z.string().transform(Number).pipe(z.number().max(5)),
  z.preprocess((value) => (value === '' ? null : value), z.string().nullable()),
  z.union([z.object({ name: z.string() }), z.object({ kind: z.literal('a') })]),
  z.nullable(z.enum(['a', 'b']))
]

const plain = [
  undefined,
  null,
  true,
  0,
  1,
  3.5,
  -1,
  7,
  1e20,
  NaN,
  '',
  'a',
  'x',
  ' ab ',
  'abcdef',
  'amz',
  'ＡＢ',
  '12',
  'https://a.b/c'
]
const lists = [[], ['a'], [1, 'a'], [1, 2, 3], ['a', null, {}], [{ kind: 'a' }, 3]]
const objects = [
  {},
  { name: 'abc' },
  { name: 7, kind: 'a' },
  { name: 'a', kind: 'a' },
  { kind: 'a', size: 3 },
  { kind: 'a', size: 1.5 },
  { kind: 'b', names: ['abc', 'a'] },
  { kind: 'c', names: [] },
  { kind: 'd', more: 1 },
  { kind: 'e', at: null },
  { kind: 'z' },
  { name: 'abc', deep: { list: [{ id: 1 }, { id: 'x' }] } },
  JSON.parse('{"__proto__": {"name": "a"}, "name": "abc"}') as unknown
]
const values: readonly unknown[] = [...plain, ...lists, ...objects]

/** zod's own words are others in what is built. */
const ofProblem = ({ message, ...rest }: z.core.$ZodIssue): unknown => ({
  ...rest,
  ...(/[а-яё]/i.test(message) && { message }),
  ...(rest.code === 'invalid_union' && { errors: rest.errors.map((some) => some.map(ofProblem)) })
})

export const resultsOf = (): unknown[] =>
  schemas.flatMap((schema, place) =>
    values.map((value) => {
      const { success, data, error } = schema.safeParse(value)
      return { place, success, data, issues: error?.issues.map(ofProblem) }
    })
  )

const wait = () => Promise.resolve(true)

/** Each throws: a promise may not be taken for a value, nor for a check that has passed. */
export const waiting: readonly (() => unknown)[] = [
  z.string().refine(wait),
  z.string().superRefine(async () => undefined),
  z.string().transform(wait),
  z.object({ name: z.string().refine(wait) }),
  z.array(z.preprocess(wait, z.unknown())),
  z.custom(wait)
].map(
  (schema) => () =>
    schema.safeParse(schema instanceof z.ZodObject ? { name: 'a' } : schema instanceof z.ZodArray ? ['a'] : 'a')
)
