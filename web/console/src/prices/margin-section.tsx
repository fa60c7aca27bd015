import { openMargin } from '#contract/operator/prices/prices.ts'
import { formatCount } from '../../../src/base/format/tokens.ts'
import { useCall } from '../base/use-call.ts'
import { Loaded } from '../ui/loaded.tsx'
import { Section } from '../ui/page.tsx'
import { Table } from '../ui/table.tsx'
import { RateField } from '../ui/rate-field.tsx'
import {
  costRubles,
  costText,
  earnedRubles,
  marginRubles,
  type Rates,
  rateOf,
  rublesText,
  shareText
} from './margin.ts'

interface MarginSectionProps {
  rate: string
  onRate: (rate: string) => void
}

/** What each service and model has earned in 30 days. */
export function MarginSection({ rate, onRate }: MarginSectionProps) {
  const query = useCall(openMargin, { days: 30 })
  return (
    <Section
      title="Что приносят сервисы за 30 дней"
      intro="Рубли — оценка: токены по средней цене проданных, расходы по прейскурантам поставщиков без наценки и курсу, который вы введёте. Ответы по Premium токенов не приносят, но поставщику оплачиваются. Работы, заказанные по ключам, — у своих инструментов."
    >
      <RateField value={rate} onChange={onRate} />
      <Loaded query={query}>
        {({ rows, kopecks_per_token: kopecksPerToken, is_whole: isWhole }) => {
          const rates: Rates = { kopecksPerToken, rublesPerDollar: rateOf(rate) }
          return (
            <>
              {kopecksPerToken === null && (
                <p className="text-small text-ink-soft">Токенов ещё не покупали, поэтому их цена неизвестна.</p>
              )}
              {!isWhole && (
                <p className="text-small text-ink-soft">
                  Запросов было так много, что посчитаны только последние 5000 каждого сервиса в каждой базе.
                </p>
              )}
              <Table
                caption="Доход и расход по сервисам и моделям"
                rows={rows}
                keyOf={({ service, model }) => `${service}/${model ?? ''}`}
                empty="За 30 дней никто ничего не запрашивал"
                columns={[
                  { title: 'Сервис и модель', render: ({ title }) => title },
                  {
                    title: 'Запросов',
                    numeric: true,
                    render: ({ requests, plan_requests: plan }) => (
                      <>
                        <span>{formatCount(requests)}</span>
                        {plan > 0 && (
                          <span className="block text-caption text-ink-faint">{`по Premium ${formatCount(plan)}`}</span>
                        )}
                      </>
                    )
                  },
                  { title: 'Токенов', numeric: true, render: (row) => formatCount(row.charged_tokens) },
                  { title: 'Доход', numeric: true, render: (row) => rublesText(earnedRubles(row, rates)) },
                  { title: 'Поставщику', numeric: true, render: (row) => costText(costRubles(row, rates)) },
                  {
                    title: 'Остаётся',
                    numeric: true,
                    render: (row) => (
                      <>
                        <span>{rublesText(marginRubles(row, rates))}</span>
                        <span className="block text-caption text-ink-faint">{shareText(row, rates)}</span>
                      </>
                    )
                  }
                ]}
              />
            </>
          )
        }}
      </Loaded>
    </Section>
  )
}
