// What a price or a model would change, by the last 30 days.
import { previewPrice, type PreviewSide, type PricedItem } from '#contract/operator/prices/prices.ts'
import { formatTokens } from '../../../src/base/format/tokens.ts'
import { useCall } from '../base/use-call.ts'
import { Loaded } from '../ui/loaded.tsx'
import { dollarsEach } from '../ui/money-words.ts'
import { Table } from '../ui/table.tsx'
import { costRubles, costText, earnedRubles, marginRubles, type Rates, rublesText } from './margin.ts'

const dollars = (micros: number | null): string => (micros === null ? 'неизвестно' : dollarsEach(micros))

const tokensText = (tokens: number | null): string => (tokens === null ? 'неизвестно' : formatTokens(tokens))

interface Wanted {
  tokens?: number | undefined
  upstreamModel?: string | undefined
}

interface PreviewProps extends Wanted {
  item: PricedItem
  /** What is planned until then; undefined: what is in force now. */
  instead: Wanted | undefined
  rublesPerDollar: number
}

const inputOf = ({ service, item }: PricedItem, { tokens, upstreamModel }: Wanted) => ({
  service,
  item,
  tokens,
  upstream_model: upstreamModel
})

/** The last 30 days as they were, or as they would have been by what is planned, and as they would have been. */
export function Preview({ instead, ...wanted }: PreviewProps) {
  const query = useCall(previewPrice, inputOf(wanted.item, instead ?? {}), { enabled: instead !== undefined })
  return instead ? (
    <Loaded query={query}>{({ after }) => <Comparison {...wanted} was={after} />}</Loaded>
  ) : (
    <Comparison {...wanted} was={null} />
  )
}

interface ComparisonProps extends Omit<PreviewProps, 'instead'> {
  /** Null: as it is now. */
  was: PreviewSide | null
}

function Comparison({ item, was, rublesPerDollar, ...wanted }: ComparisonProps) {
  const query = useCall(previewPrice, inputOf(item, wanted))
  return (
    <Loaded query={query}>
      {({ requests, untold_requests: untold, before: now, after, kopecks_per_token: kopecksPerToken }) => {
        const before = was ?? now
        const rates: Rates = { kopecksPerToken, rublesPerDollar }
        const rows = [
          ['Запрос стоит', formatTokens(before.tokens), formatTokens(after.tokens)],
          ...(before.typical_micros === null
            ? []
            : [['Нам обычный ответ', dollars(before.typical_micros), dollars(after.typical_micros)]]),
          ['Списано за 30 дней', tokensText(before.charged_tokens), tokensText(after.charged_tokens)],
          ['Это примерно', rublesText(earnedRubles(before, rates)), rublesText(earnedRubles(after, rates))],
          ['Поставщику', costText(costRubles(before, rates)), costText(costRubles(after, rates))],
          ['Остаётся', rublesText(marginRubles(before, rates)), rublesText(marginRubles(after, rates))]
        ].map(([name = '', until = '', will = '']) => ({ name, until, will }))
        return (
          <div className="flex flex-col gap-2">
            <Table
              caption="Что изменится"
              rows={rows}
              keyOf={({ name }) => name}
              empty=""
              columns={[
                { title: 'Оценка', render: ({ name }) => name },
                { title: was ? 'Перед этим' : 'Сейчас', render: ({ until }) => until, numeric: true },
                { title: 'Станет', render: ({ will }) => will, numeric: true }
              ]}
            />
            <p className="text-caption text-ink-soft">
              {`${
                before.charged_tokens === null
                  ? 'С какой настройкой были запросы, по книгам сказать нельзя, поэтому оценки нет.'
                  : `Если запросов будет столько же, сколько за 30 дней: ${requests}.`
              }${untold > 0 ? ` Не посчитаны запросы, настройка которых неизвестна или у которых своя цена: ${untold}.` : ''}`}
            </p>
          </div>
        )
      }}
    </Loaded>
  )
}
