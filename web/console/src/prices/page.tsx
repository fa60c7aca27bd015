import { useState } from 'react'
import { openPrices, type OperatorPriceChange, type PricedItem } from '#contract/operator/prices/prices.ts'
import { moreOf, useParts } from '../base/use-call.ts'
import { useOperator } from '../base/use-operator.ts'
import { Loaded } from '../ui/loaded.tsx'
import { Page as Frame, Section } from '../ui/page.tsx'
import { CancelDialog, ModelDialog, PriceDialog } from './dialogs.tsx'
import { firstRate, rateOf } from './margin.ts'
import { MarginSection } from './margin-section.tsx'
import { ChangesTable, ItemsTable } from './tables.tsx'

type Asked = { what: 'price' | 'model'; item: PricedItem } | { what: 'cancel'; change: OperatorPriceChange }

/** What requests cost, and what they bring. */
export function Page() {
  const mayChange = useOperator().may('prices.change')
  const query = useParts(openPrices, (next) => (next === null ? {} : { before: Number(next) }))
  const [asked, setAsked] = useState<Asked | null>(null)
  const [rate, setRate] = useState(firstRate)
  const close = () => setAsked(null)
  const parts = query.data?.pages
  const shared = { onClose: close, rublesPerDollar: rateOf(rate) }
  return (
    <Frame
      title="Цены"
      intro="Цены каталога можно заменить своими: с назначенной минуты и для всех сразу. Каждое изменение остаётся в истории."
    >
      <Loaded query={{ data: parts, error: query.error, refetch: query.refetch }}>
        {(loaded) => (
          <>
            <Section title="Изменения">
              <ChangesTable
                changes={loaded.flatMap(({ changes }) => changes)}
                onCancel={mayChange ? (change) => setAsked({ what: 'cancel', change }) : undefined}
                more={moreOf(query)}
              />
            </Section>
            <Section title="Сейчас">
              <ItemsTable
                items={loaded[0]?.items ?? []}
                onPrice={mayChange ? (item) => setAsked({ what: 'price', item }) : undefined}
                onModel={mayChange ? (item) => setAsked({ what: 'model', item }) : undefined}
              />
            </Section>
            {asked?.what === 'model' && (
              <ModelDialog {...shared} item={asked.item} models={loaded[0]?.upstream_models ?? []} />
            )}
          </>
        )}
      </Loaded>
      <MarginSection rate={rate} onRate={setRate} />
      {asked?.what === 'price' && <PriceDialog {...shared} item={asked.item} />}
      {asked?.what === 'cancel' && <CancelDialog change={asked.change} onClose={close} />}
    </Frame>
  )
}
