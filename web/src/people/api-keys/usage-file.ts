import { byteOrderMark, csvLine } from '#formats/csv.ts'
import type { UsageRow } from './usage-sums.ts'

const head = [
  'День',
  'Ключ',
  'Номер ключа',
  'Модель',
  'Вызовы',
  'Вход',
  'Из кэша',
  'Запись в кэш',
  'Ответ',
  'Потрачено токенов'
]

/** With the comma of Russian spreadsheets, to a millionth. */
const spent = (cost: number): string => cost.toLocaleString('ru-RU', { maximumFractionDigits: 6, useGrouping: false })

/** The rows as a table for spreadsheets, oldest first. */
export function usageFile(rows: readonly UsageRow[], nameOfKey: (id: string) => string): Blob {
  const lines = rows
    .toSorted((one, other) => (one.day < other.day ? -1 : Number(one.day > other.day)))
    .map((row) =>
      csvLine([
        row.day,
        nameOfKey(row.key_id),
        row.key_id,
        row.model,
        row.calls,
        row.input_tokens,
        row.cached_tokens,
        row.written_tokens,
        row.output_tokens,
        spent(row.cost)
      ])
    )
  return new Blob([byteOrderMark, csvLine(head), ...lines], { type: 'text/csv;charset=utf-8' })
}
