// What the rows of the usage add up to, by whatever the page shows them by.
import type { ApiUsage } from '#contract/api-keys.ts'
import type { ShownModel } from '#contract/catalogue/models.ts'
import { counted, type WordForms } from '#contract/counted.ts'
import { nameOfApiModel } from '../../base/api/model-names.ts'

export type UsageRow = ApiUsage['rows'][number]

export interface UsageSum {
  calls: number
  inputTokens: number
  cachedTokens: number
  outputTokens: number
  /** In site tokens. */
  cost: number
}

/** The sum of what has a name: a key, a model or a day. */
export interface NamedSum extends UsageSum {
  id: string
  name: string
}

const callForms: WordForms = ['вызов', 'вызова', 'вызовов']

/** `37 вызовов` */
export const callsInWords = (calls: number): string => counted(calls, callForms)

export const sumOf = (rows: readonly UsageRow[]): UsageSum => {
  const sum: UsageSum = { calls: 0, inputTokens: 0, cachedTokens: 0, outputTokens: 0, cost: 0 }
  for (const row of rows) {
    sum.calls += row.calls
    sum.inputTokens += row.input_tokens
    sum.cachedTokens += row.cached_tokens
    sum.outputTokens += row.output_tokens
    sum.cost += row.cost
  }
  return sum
}

/** Of each key or model, the most spent first. */
export function sumsBy(
  rows: readonly UsageRow[],
  part: 'key_id' | 'model',
  nameOf: (id: string) => string
): NamedSum[] {
  const parts = Map.groupBy(rows, (row) => row[part])
  return [...parts]
    .map(([id, own]) => ({ id, name: nameOf(id), ...sumOf(own) }))
    .toSorted((one, other) => other.cost - one.cost || other.calls - one.calls)
}

/** Of each of these days, in their order. */
export function sumsOfDays(days: readonly string[], rows: readonly UsageRow[]): NamedSum[] {
  const parts = Map.groupBy(rows, ({ day }) => day)
  return days.map((day) => ({ id: day, name: formatDay(day), ...sumOf(parts.get(day) ?? []) }))
}

const moscowDay = new Intl.DateTimeFormat('sv-SE', { timeZone: 'Europe/Moscow' })

/** `2026-11-24`: the day in Moscow at this time, by which calls are counted. */
export const dayIn = (time: number): string => moscowDay.format(time)

const dayFormat = new Intl.DateTimeFormat('ru-RU', { day: 'numeric', month: 'long', timeZone: 'UTC' })
const shortDayFormat = new Intl.DateTimeFormat('ru-RU', { day: 'numeric', month: 'short', timeZone: 'UTC' })
const timeOf = (day: string) => Date.parse(`${day}T00:00:00Z`)

/** `24 ноября`, of a day like `2026-11-24`. */
export const formatDay = (day: string): string => dayFormat.format(timeOf(day))

/** `24 нояб.` */
export const formatShortDay = (day: string): string => shortDayFormat.format(timeOf(day))

/** How the keys of the usage are called, those that are gone included. */
export const namesOfKeys =
  (keys: ApiUsage['keys']) =>
  (id: string): string => {
    const key = keys.find((one) => one.id === id)
    if (!key || key.name === null) return `Удалённый ключ ${id}`
    return key.deleted ? `${key.name} (удалён)` : key.name
  }

export const namesOfModels =
  (models: readonly ShownModel[]) =>
  (id: string): string =>
    nameOfApiModel(models, id)
