import { useState } from 'react'
import type { ApiUsage } from '#contract/api-keys.ts'
import { formatCount } from '#contract/counted.ts'
import { type Column, TableRows } from '../../base/ui/table.tsx'
import { Tabs } from '../../base/ui/tabs.tsx'
import { formatExact } from '../../base/api/key-words.ts'
import { type NamedSum, sumOf, sumsBy, type UsageRow } from './usage-sums.ts'

const columnsOf = (title: string): Column<NamedSum>[] => [
  { title, render: ({ name }) => <span className="wrap-anywhere">{name}</span> },
  { title: 'Потрачено токенов', numeric: true, render: ({ cost }) => formatExact(cost) },
  { title: 'Вызовы', numeric: true, render: ({ calls }) => formatCount(calls) },
  { title: 'Вход', numeric: true, render: ({ inputTokens }) => formatCount(inputTokens) },
  { title: 'Из кэша', numeric: true, render: ({ cachedTokens }) => formatCount(cachedTokens) },
  { title: 'Ответ', numeric: true, render: ({ outputTokens }) => formatCount(outputTokens) }
]

interface UsageTablesProps {
  rows: ApiUsage['rows']
  days: readonly NamedSum[]
  nameOfKey: (id: string) => string
  nameOfModel: (id: string) => string
}

/** The same rows by model, by key and by day, with their sum. */
export function UsageTables({ rows, days, nameOfKey, nameOfModel }: UsageTablesProps) {
  const [by, setBy] = useState('model')
  const tabs: { value: string; label: string; title: string; sums: NamedSum[] }[] = [
    { value: 'model', label: 'По моделям', title: 'Модель', sums: sumsBy(rows, 'model', nameOfModel) },
    { value: 'key', label: 'По ключам', title: 'Ключ', sums: sumsBy(rows, 'key_id', nameOfKey) },
    { value: 'day', label: 'По дням', title: 'День', sums: days.filter(({ calls }) => calls > 0).toReversed() }
  ]
  return (
    <Tabs
      label="Таблица"
      value={by}
      onChange={setBy}
      tabs={tabs.map(({ value, label, title, sums }) => ({
        value,
        label,
        content: (
          <TableRows
            caption={`Расход ${label.toLowerCase()}`}
            columns={columnsOf(title)}
            rows={sums}
            keyOf={({ id }) => id}
            total={totalOf(rows)}
          />
        )
      }))}
    />
  )
}

const totalOf = (rows: readonly UsageRow[]): NamedSum => ({ id: 'total', name: 'Всего', ...sumOf(rows) })
