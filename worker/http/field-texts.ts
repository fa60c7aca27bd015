// What a user reads about a field whose schema has no text of its own. The texts of the library's Russian locale are made for programmers
// («ожидалось, что string будет иметь >=1 символ»), so those that calls can cause are worded here.
import type { z } from 'zod'
import { counted, formatCount } from '#contract/counted.ts'

const typeTexts: Readonly<Record<string, string>> = {
  string: 'Здесь нужна строка',
  number: 'Здесь нужно число',
  int: 'Здесь нужно целое число',
  boolean: 'Здесь нужно true или false',
  array: 'Здесь нужен список',
  object: 'Здесь нужен объект'
}

/** After «не меньше» and «не больше». */
function boundText(origin: string, bound: number): string {
  if (origin === 'string') return counted(bound, ['символа', 'символов', 'символов'])
  if (origin === 'array') return counted(bound, ['пункта', 'пунктов', 'пунктов'])
  return formatCount(bound)
}

const onlyText = (values: readonly unknown[]): string => `Здесь бывает только: ${values.join(', ')}`

export const fieldText: z.core.$ZodErrorMap = (issue) => {
  if (issue.code === 'invalid_type')
    return issue.input === undefined ? 'Обязательное поле' : (typeTexts[issue.expected] ?? 'Значение не того типа')
  if (issue.code === 'too_small')
    return `${issue.inclusive ? 'Не меньше' : 'Больше'} ${boundText(issue.origin, Number(issue.minimum))}`
  if (issue.code === 'too_big')
    return `${issue.inclusive ? 'Не больше' : 'Меньше'} ${boundText(issue.origin, Number(issue.maximum))}`
  if (issue.code === 'invalid_value') return onlyText(issue.values)
  // Of a union of objects, whose options have a name.
  if (issue.code === 'invalid_union' && Array.isArray(issue.options)) return onlyText(issue.options)
  if (issue.code === 'unrecognized_keys') return `Лишние поля: ${issue.keys.join(', ')}`
  return 'Значение записано неверно'
}
