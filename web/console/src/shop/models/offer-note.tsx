import { type Rates as ListRates, rateChange } from '#contract/operator/shop/list-price.ts'
import { formatTokens } from '../../../../src/base/format/tokens.ts'
import { firstRate, marginRubles, rateOf, rublesText, shareText } from '../../prices/margin.ts'
import { changeText, dollarsText } from '../suppliers/offer-words.ts'
import { usualMicros } from './cost.ts'
import type { KnownNow } from './known-model.ts'
import type { Offered } from './offer.ts'

const pair = ({ inputMicros, outputMicros }: ListRates) => `${dollarsText(inputMicros)} / ${dollarsText(outputMicros)}`

interface OfferNoteProps {
  offered: Offered
  /** Undefined: the offer becomes a new model. */
  known: KnownNow | undefined
  kopecksPerToken: number | null
}

/** Where the numbers in the fields come from, and what becomes of the margin at the price that a person has set. */
export function OfferNote({ offered: { supplier, offer }, known, kopecksPerToken }: OfferNoteProps) {
  const { listed } = offer
  const route = known?.definition.routes.find((one) => one.supplier === supplier && one.model === listed.model)
  const isLost = known !== undefined && (!route || !listed.price)
  const change = route && listed.price ? rateChange(route.listPrice, listed.price) : null
  return (
    <aside
      aria-label="Из списка поставщика"
      className="flex max-w-text flex-col gap-2 rounded-card bg-sunken p-4 text-small"
    >
      <p className="font-medium break-words">{`Из списка поставщика: ${listed.model}`}</p>
      {isLost && <p>Обновлять нечего: у модели больше нет такого маршрута, или список не говорит цены.</p>}
      {known && route && listed.price && (
        <>
          <p>
            {change
              ? `Прейскурант за миллион, вход / выход: ${pair(route.listPrice)} → ${pair(listed.price)}, ${changeText(change)}.`
              : 'Прейскурант тот же, что у маршрута.'}
          </p>
          <p>{`Цена для людей остаётся прежней, ${formatTokens(known.price_tokens)}. ${leftText(known, { was: route.listPrice, becomes: listed.price }, kopecksPerToken)}`}</p>
        </>
      )}
      {!known && (
        <>
          <p>
            {listed.price
              ? 'Поля заполнены по списку, цена в токенах предложена по прейскуранту. Проверьте их: список поставщика бывает неверным.'
              : 'Список не говорит цены: возьмите её из прейскуранта поставщика.'}
          </p>
          {listed.description !== null && (
            <p lang="en" dir="auto" className="break-words text-ink-soft">
              {listed.description}
            </p>
          )}
        </>
      )}
    </aside>
  )
}

/** What is left of a usual answer before and after. */
function leftText(
  known: KnownNow,
  { was, becomes }: { was: ListRates; becomes: ListRates },
  kopecksPerToken: number | null
): string {
  const rates = { kopecksPerToken, rublesPerDollar: rateOf(firstRate) }
  const left = (listPrice: ListRates) => {
    const figures = { charged_tokens: known.price_tokens, cost_micros: usualMicros({ listPrice }) }
    return [rublesText(marginRubles(figures, rates)), shareText(figures, rates)].filter(Boolean).join(', ')
  }
  return kopecksPerToken === null
    ? 'Токенов ещё не покупали, поэтому наценка неизвестна.'
    : `С обычного ответа останется ${left(becomes)}; было ${left(was)}.`
}
