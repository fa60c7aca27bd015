// What a user reads about a field whose schema has no text of its own. The library's Russian texts name types in English
// («ожидалось string, получено undefined»), so those are worded here.
import type { z } from 'zod'
import { ru } from 'zod/locales'

const { localeError } = ru()

const typeTexts: Readonly<Record<string, string>> = {
  string: 'Здесь нужна строка',
  number: 'Здесь нужно число',
  int: 'Здесь нужно целое число',
  boolean: 'Здесь нужно true или false',
  array: 'Здесь нужен список',
  object: 'Здесь нужен объект'
}

export const fieldText: z.core.$ZodErrorMap = (issue) => {
  if (issue.code !== 'invalid_type') return localeError(issue)
  return issue.input === undefined ? 'Обязательное поле' : (typeTexts[issue.expected] ?? 'Значение не того типа')
}
