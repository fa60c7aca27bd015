import { useQuery } from '@tanstack/react-query'
import { ChartColumn, Download } from 'lucide-react'
import { useEffect, useState } from 'react'
import type { ApiUsage } from '#contract/api-keys.ts'
import { counted } from '#contract/counted.ts'
import { useModels } from '../../base/session/models.ts'
import { readKnown, serverNow } from '../../base/session/prices.ts'
import { Button } from '../../base/ui/button.tsx'
import { saveFile } from '../../base/ui/save-file.ts'
import { Select, type SelectOption } from '../../base/ui/select.tsx'
import { Skeleton } from '../../base/ui/skeleton.tsx'
import { EmptyState, LoadFailure } from '../../base/ui/states.tsx'
import { apiUsageQuery } from './key-calls.ts'
import { formatExact } from '../../base/api/key-words.ts'
import { UsageChart } from './usage-chart.tsx'
import { usageFile } from './usage-file.ts'
import { callsInWords, dayIn, formatDay, namesOfKeys, namesOfModels, sumOf, sumsOfDays } from './usage-sums.ts'
import { UsageTables } from './usage-tables.tsx'

const inDays = (days: number): string => counted(days, ['день', 'дня', 'дней'])

const periods = ['7', '30', '90'].map((days): SelectOption => ({ value: days, label: inDays(Number(days)) }))

/** Of a filter: everything. No key and no model has this id. */
const all = ''

/** What the keys have used in a period, by day, model and key. */
export function Usage() {
  const [period, setPeriod] = useState('30')
  const [keyId, setKeyId] = useState(all)
  const [model, setModel] = useState(all)
  const today = useToday()
  const { data: usage, isError, isPlaceholderData, refetch } = useQuery(apiUsageQuery(Number(period), today))
  const nameOfModel = namesOfModels(useModels())
  const nameOfKey = namesOfKeys(usage?.keys ?? [])
  const keys = optionsOf(usage, 'key_id', 'Все ключи', nameOfKey)
  const models = optionsOf(usage, 'model', 'Все модели', nameOfModel)
  // What is chosen may have no rows in another period.
  const chosen = { key: offered(keys, keyId), model: offered(models, model) }
  const rows = (usage?.rows ?? []).filter(
    (row) => [all, row.key_id].includes(chosen.key) && [all, row.model].includes(chosen.model)
  )
  const fileName = `api-${usage?.days[0]}-${usage?.days.at(-1)}.csv`
  return (
    <div className="flex min-w-0 flex-col gap-5">
      <div className="flex flex-wrap gap-3">
        <Select label="Период" value={period} options={periods} onChange={setPeriod} />
        <Select label="Ключ" value={chosen.key} options={keys} onChange={setKeyId} className="max-w-full" />
        <Select label="Модель" value={chosen.model} options={models} onChange={setModel} className="max-w-full" />
        <Button
          variant="secondary"
          icon={<Download size={16} aria-hidden />}
          disabled={rows.length === 0 || isPlaceholderData}
          onClick={() => saveFile(usageFile(rows, nameOfKey), fileName)}
          className="sm:ml-auto"
        >
          Скачать CSV
        </Button>
      </div>
      {usage ? (
        <div aria-busy={isPlaceholderData} className="flex min-w-0 flex-col gap-5 aria-busy:opacity-60">
          <Shown
            usage={usage}
            rows={rows}
            today={today}
            asked={Number(period)}
            isWhole={!isPlaceholderData}
            names={{ nameOfKey, nameOfModel }}
          />
        </div>
      ) : isError ? (
        <LoadFailure what="расход" onRetry={() => void refetch()} />
      ) : (
        <Skeleton className="h-132" />
      )}
    </div>
  )
}

/** Today in Moscow, also on a page that is open at midnight. */
function useToday(): string {
  const [today, setToday] = useState(() => dayIn(serverNow()))
  useEffect(() => {
    const look = () => setToday(dayIn(serverNow()))
    void readKnown().then(look, look)
    const timer = setInterval(look, 30_000)
    return () => clearInterval(timer)
  }, [])
  return today
}

function optionsOf(
  usage: ApiUsage | undefined,
  part: 'key_id' | 'model',
  everything: string,
  nameOf: (id: string) => string
): SelectOption[] {
  const ids = [...new Set(usage?.rows.map((row) => row[part]))]
  const named = ids.map((id) => ({ value: id, label: nameOf(id) }))
  return [
    { value: all, label: everything },
    ...named.toSorted((one, other) => one.label.localeCompare(other.label, 'ru', { numeric: true }))
  ]
}

const offered = (options: readonly SelectOption[], chosen: string): string =>
  options.some(({ value }) => value === chosen) ? chosen : all

interface ShownProps {
  usage: ApiUsage
  /** Of the chosen key and model. */
  rows: ApiUsage['rows']
  today: string
  /** Days. */
  asked: number
  /** The usage is that of the period that was asked for. */
  isWhole: boolean
  names: { nameOfKey: (id: string) => string; nameOfModel: (id: string) => string }
}

function Shown({ usage, rows, today, asked, isWhole, names }: ShownProps) {
  const sum = sumOf(rows)
  const days = sumsOfDays(usage.days, rows)
  if (rows.length === 0)
    return (
      <div className="rounded-card border border-line bg-raised">
        <EmptyState
          icon={<ChartColumn size={24} aria-hidden />}
          title={usage.rows.length === 0 ? `За ${inDays(usage.days.length)} вызовов не было` : 'Таких вызовов не было'}
          text={
            usage.rows.length === 0
              ? 'Когда программа спросит модель с вашим ключом, здесь появится, сколько это стоило.'
              : 'Этот ключ не спрашивал эту модель. Выберите другие.'
          }
        />
      </div>
    )
  return (
    <>
      {isWhole && usage.days.length < asked && (
        <p className="text-small text-ink-soft">
          {`Ключей и моделей так много, что показаны только последние ${inDays(usage.days.length)}.`}
        </p>
      )}
      {usage.partial_day !== null && (
        <p className="text-small text-ink-soft">
          {`За ${formatDay(usage.partial_day)} посчитана только часть расхода: в этот день слишком много ключей и моделей.`}
        </p>
      )}
      <output className="text-title font-semibold tabular-nums">
        <span>{`Потрачено токенов: ${formatExact(sum.cost)} ·`}</span>{' '}
        <span className="whitespace-nowrap">{callsInWords(sum.calls)}</span>
      </output>
      <UsageChart days={days} today={today} />
      <UsageTables rows={rows} days={days} {...names} />
    </>
  )
}
