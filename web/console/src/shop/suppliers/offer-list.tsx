import { memo } from 'react'
import type { ListedPrice, SupplierOffer } from '#contract/operator/shop/supplier-list.ts'
import { formatDate } from '../../../../src/base/format/dates.ts'
import { startOfDay } from '../../../../src/base/format/days.ts'
import { formatCount } from '../../../../src/base/format/tokens.ts'
import { Badge } from '../../../../src/base/ui/badge.tsx'
import { buttonClass } from '../../../../src/base/ui/button.tsx'
import { hrefOf } from '../../base/address.ts'
import { costRubles, rublesText } from '../../prices/margin.ts'
import { newOne } from '../new-one.ts'
import { changeText, dollarsText, jumpText } from './offer-words.ts'

interface OfferListProps {
  offers: readonly SupplierOffer[]
  /** The id of the supplier. */
  supplier: string
  rublesPerDollar: number
  mayChange: boolean
}

/** A list of hundreds: what is out of sight is not laid out. */
export const OfferList = memo(({ offers, ...shared }: OfferListProps) => (
  <div className="flex flex-col gap-2">
    <p className="text-caption text-ink-soft">Цены за миллион токенов: вход / выход</p>
    <ul aria-label="Модели поставщика" className="rounded-card border border-line bg-raised">
      {offers.map((offer) => (
        <Row key={offer.listed.model} offer={offer} {...shared} />
      ))}
    </ul>
  </div>
))

type RowProps = Omit<OfferListProps, 'offers'> & { offer: SupplierOffer }

const Row = memo(({ offer, supplier, rublesPerDollar, mayChange }: RowProps) => {
  const { listed, state, used } = offer
  const { model, name, price } = listed
  return (
    <li className="grid gap-x-6 gap-y-3 border-b border-line px-4 py-3 text-small [contain-intrinsic-size:auto_9rem] [content-visibility:auto] last:border-0 lg:[contain-intrinsic-size:auto_5rem] lg:grid-cols-[minmax(0,2fr)_minmax(0,1fr)_minmax(0,1.5fr)_auto]">
      <div className="min-w-0">
        <p className="flex flex-wrap items-center gap-x-2 gap-y-1 font-medium break-words">
          <span className="min-w-0">{name ?? model}</span>
          <Badges offer={offer} />
        </p>
        {name !== null && <p className="text-caption break-all text-ink-faint">{model}</p>}
        <p className="text-caption text-ink-soft">{factsOf(offer)}</p>
      </div>
      <Price price={price} rublesPerDollar={rublesPerDollar} change={offer.change} />
      <Used offer={offer} supplier={supplier} mayChange={mayChange} />
      {mayChange && state !== 'gone' && (
        <a
          href={hrefOf('/models', newOne, { supplier, model })}
          aria-label={`Добавить в магазин: ${name ?? model}`}
          className={buttonClass({
            variant: used.length > 0 ? 'ghost' : 'secondary',
            size: 'small',
            className: 'self-start justify-self-start lg:justify-self-end'
          })}
        >
          Добавить в магазин
        </a>
      )}
    </li>
  )
})

const Badges = ({ offer: { listed, state, change } }: { offer: SupplierOffer }) => (
  <>
    {state === 'new' && <Badge tone="accent">новая</Badge>}
    {state === 'gone' && <Badge tone="danger">исчезла</Badge>}
    {change?.isJump && <Badge tone="danger">скачок цены</Badge>}
    {listed.retiresOn !== null && state !== 'gone' && (
      <Badge tone="danger">{`уйдёт ${formatDate(startOfDay(listed.retiresOn))}`}</Badge>
    )}
  </>
)

function factsOf({ listed }: SupplierOffer): string {
  const { contextTokens, seesPictures, thinks, takesTools } = listed
  return [
    contextTokens !== null && `контекст ${formatCount(contextTokens)}`,
    seesPictures && 'видит картинки',
    thinks && 'размышляет',
    takesTools && 'вызывает функции'
  ]
    .filter(Boolean)
    .join(' · ')
}

const pair = ({ inputMicros, outputMicros }: ListedPrice, text: (micros: number) => string) =>
  `${text(inputMicros)} / ${text(outputMicros)}`

interface PriceProps {
  price: ListedPrice | null
  rublesPerDollar: number
  change: SupplierOffer['change']
}

/** For a million tokens, input and output. */
function Price({ price, rublesPerDollar, change }: PriceProps) {
  if (!price) return <p className="text-ink-soft">Цену список не говорит</p>
  const rates = { kopecksPerToken: null, rublesPerDollar }
  const rubles = (micros: number) => rublesText(costRubles({ charged_tokens: null, cost_micros: micros }, rates))
  return (
    <div className="tabular-nums">
      <p>
        <span className="sr-only">За миллион токенов, вход и выход: </span>
        <span>{pair(price, dollarsText)}</span>
      </p>
      <p className="text-caption text-ink-soft">{pair(price, rubles)}</p>
      {change && (
        <p className={change.isJump ? 'text-caption text-danger' : 'text-caption text-ink-soft'}>
          {`${changeText(change)}, было ${pair(change.was, dollarsText)}; замечено ${formatDate(change.at)}`}
        </p>
      )}
    </div>
  )
}

/** Which of our models ask for it, and what the list would change for them. */
const Used = ({ offer: { listed, state, used }, supplier, mayChange }: Omit<RowProps, 'rublesPerDollar'>) => (
  <ul className="flex min-w-0 flex-col gap-2">
    {used.map(({ id, name, isComing, change }, index) => (
      // A model may ask for it twice, with another effort.
      <li key={`${id} ${index}`} className="min-w-0">
        <p className="break-words">
          <span className="text-ink-soft">У нас: </span>
          <span>{name}</span>
          {isComing && <span className="text-ink-soft">, ещё не началась</span>}
        </p>
        {state === 'gone' && <p className="text-caption text-danger">В списке её больше нет: проверьте маршрут</p>}
        {change && (
          <p className={change.isJump ? 'text-caption text-danger' : 'text-caption text-ink-soft'}>
            {`По списку против прейскуранта маршрута: ${changeText(change)}${change.isJump ? `. ${jumpText}` : ''}`}
          </p>
        )}
        {mayChange && (change ?? state === 'gone') && (
          <a
            href={state === 'gone' ? hrefOf('/models', id) : hrefOf('/models', id, { supplier, model: listed.model })}
            className="inline-block py-1 text-caption font-medium underline pointer-coarse:py-3"
          >
            {state === 'gone' ? `Открыть модель: ${name}` : `Обновить прейскурант: ${name}`}
          </a>
        )}
      </li>
    ))}
  </ul>
)
