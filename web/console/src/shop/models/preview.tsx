import { useState } from 'react'
import { tools } from '#contract/catalogue/menu.ts'
import { type RouteDefinition, usualUsage } from '#contract/operator/shop/definition.ts'
import { formatTokens } from '../../../../src/base/format/tokens.ts'
import {
  costRubles,
  earnedRubles,
  firstRate,
  marginRubles,
  type Rates,
  rateOf,
  rublesText,
  shareText
} from '../../prices/margin.ts'
import { Section } from '../../ui/page.tsx'
import { firstShare, proposedTokens, shareOf, usualMicros } from './cost.ts'
import { Button } from '../../../../src/base/ui/button.tsx'
import { TextField } from '../../../../src/base/ui/text-field.tsx'
import { definitionOf, type Draft } from './draft.ts'
import { RateField } from '../../ui/rate-field.tsx'

interface PreviewProps {
  draft: Draft
  names: ReadonlyMap<string, string>
  kopecksPerToken: number | null
  set: (more: Partial<Draft>) => void
}

interface ProposalProps {
  rate: string
  setRate: (typed: string) => void
  rates: Rates
  /** Of the model that answers first. */
  route: RouteDefinition | undefined
  priceTokens: number
  onPrice: (tokens: number) => void
}

/** A price by list price, rate and what should be left. A person takes it or leaves it. */
function Proposal({ rate, setRate, rates, route, priceTokens, onPrice }: ProposalProps) {
  const [share, setShare] = useState(firstShare)
  const proposed = route ? proposedTokens(route, rates, shareOf(share)) : null
  return (
    <>
      <div className="grid grid-cols-2 gap-3">
        <RateField value={rate} onChange={setRate} />
        <TextField
          label="Оставить себе, %"
          inputMode="numeric"
          autoComplete="off"
          maxLength={2}
          value={share}
          onChange={({ target }) => setShare(target.value)}
        />
      </div>
      {proposed !== null && proposed !== priceTokens && (
        <p className="flex flex-wrap items-center gap-x-3 gap-y-2 text-small">
          <span>{`По первому маршруту вышло бы ${formatTokens(proposed)}`}</span>
          <Button variant="secondary" size="small" onClick={() => onPrice(proposed)}>
            Поставить эту цену
          </Button>
        </p>
      )}
    </>
  )
}

/** How it will look in «Все модели», and what a usual answer brings by each route. */
export function Preview({ draft, names, kopecksPerToken, set }: PreviewProps) {
  const [rate, setRate] = useState(firstRate)
  const { priceTokens, routes, name, description, page } = definitionOf(draft)
  const rates = { kopecksPerToken, rublesPerDollar: rateOf(rate) }
  const rows = routes.map((route, index) => ({
    key: String(index),
    route: `${index + 1}. ${names.get(route.supplier) ?? route.supplier} · ${route.model || '…'}`,
    figures: { charged_tokens: Number.isNaN(priceTokens) ? null : priceTokens, cost_micros: usualMicros(route) }
  }))
  return (
    <Section title="Как это будет">
      <div className="grid gap-3">
        <p className="text-caption text-ink-faint">{`Во «Все модели», ${tools[page].title}`}</p>
        <div className="flex items-start justify-between gap-4 rounded-card border border-line bg-raised px-4 py-3">
          <div className="min-w-0">
            <p className="font-medium break-words">{name || 'Без названия'}</p>
            <p className="text-small break-words text-ink-soft">{description || 'Без описания'}</p>
          </div>
          <p className="shrink-0 text-small tabular-nums">
            {Number.isNaN(priceTokens) ? '—' : formatTokens(priceTokens)}
          </p>
        </div>
      </div>
      <Proposal
        {...{ rate, setRate, rates, priceTokens }}
        route={routes[0]}
        onPrice={(tokens) => set({ priceTokens: String(tokens) })}
      />
      {rows.length === 0 && <p className="text-small text-ink-soft">Маршрутов нет: отвечать некому.</p>}
      <ol className="flex flex-col gap-2">
        {rows.map(({ key, route, figures }) => (
          <li key={key} className="rounded-card bg-sunken px-4 py-3 text-small">
            <p className="font-medium break-words">{route}</p>
            <dl className="mt-1 grid grid-cols-3 gap-3">
              {[
                ['Доход', rublesText(earnedRubles(figures, rates))],
                ['Поставщику', rublesText(costRubles(figures, rates))],
                [
                  'Остаётся',
                  [rublesText(marginRubles(figures, rates)), shareText(figures, rates)].filter(Boolean).join(', ')
                ]
              ].map(([what, value]) => (
                <div key={what}>
                  <dt className="text-caption text-ink-soft">{what}</dt>
                  <dd className="tabular-nums">{value}</dd>
                </div>
              ))}
            </dl>
          </li>
        ))}
      </ol>
      <p className="text-caption text-ink-soft">
        {`Обычный ответ: ${usualUsage.inputTokens} токенов на входе и ${usualUsage.outputTokens} на выходе. ${
          kopecksPerToken === null
            ? 'Токенов ещё не покупали, поэтому доход неизвестен.'
            : 'Токен — по средней цене проданных.'
        }`}
      </p>
    </Section>
  )
}
