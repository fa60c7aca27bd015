// What suppliers' lists say, in words.
import { makeOnce } from '#contract/make-once.ts'
import { type Jump, jumpPercent, type RateChange } from '#contract/operator/shop/list-price.ts'
import type { SupplierOffer } from '#contract/operator/shop/supplier-list.ts'
import { formatCount } from '../../../../src/base/format/tokens.ts'
import type { SupplierFailure } from '#contract/operator/shop/suppliers.ts'
import { failureText } from './words.ts'

const amount = makeOnce(() => new Intl.NumberFormat('ru-RU', { maximumFractionDigits: 6 }))

/** `$0,28` for 280,000 micro-dollars: exact, because a list price is never rounded. */
export const dollarsText = (micros: number): string => `$${amount().format(micros / 1_000_000)}`

/** `+40 %`, `−31 %`, «дороже меньше чем на 1 %» */
export function changeText({ percent }: Pick<RateChange, 'percent'>): string {
  if (percent === null) return 'было бесплатно'
  if (Math.abs(percent) < 1) return `${percent > 0 ? 'дороже' : 'дешевле'} меньше чем на 1\u00a0%`
  return `${percent > 0 ? '+' : '−'}${amount().format(Math.abs(percent))}\u00a0%`
}

/** `gpt-6: +100 %, длинным теперь считается ввод больше 100 000 токенов` */
export function jumpOfModel({ model, was, becomes, ...change }: Jump): string {
  const [before, after] = [was?.longInput?.aboveInputTokens, becomes.longInput?.aboveInputTokens]
  const text = `${model}: ${changeText(change)}`
  return before !== undefined && after !== undefined && after < before
    ? `${text}, длинным теперь считается ввод больше ${formatCount(after)} токенов`
    : text
}

export const jumpText = `Скачок: больше ${jumpPercent}\u00a0%`

/** What a list can be narrowed to. */
export const filters = {
  all: 'Все',
  new: 'Новые',
  dearer: 'Подорожали',
  cheaper: 'Подешевели',
  jumps: 'Скачки цены',
  gone: 'Исчезли',
  used: 'Есть у нас'
} as const
export type Filter = keyof typeof filters

export const isFilter = (text: string | null): text is Filter => text !== null && Object.hasOwn(filters, text)

/** Since the price before, and from the routes that ask for it. */
const changesOf = ({ change, used }: SupplierOffer): RateChange[] =>
  [change, ...used.map((one) => one.change)].filter((one) => one !== null)

const passes: Readonly<Record<Filter, (offer: SupplierOffer) => boolean>> = {
  all: () => true,
  new: ({ state }) => state === 'new',
  dearer: (offer) => changesOf(offer).some(({ percent }) => percent === null || percent > 0),
  cheaper: (offer) => changesOf(offer).some(({ percent }) => percent !== null && percent < 0),
  jumps: (offer) => changesOf(offer).some(({ isJump }) => isJump),
  gone: ({ state }) => state === 'gone',
  used: ({ used }) => used.length > 0
}

export const countOf = (offers: readonly SupplierOffer[], filter: Filter): number =>
  offers.filter(passes[filter]).length

/** Those that pass and have all words in their names. */
export function offersFor(offers: readonly SupplierOffer[], filter: Filter, sought: string): SupplierOffer[] {
  const words = sought.toLowerCase().split(/\s+/).filter(Boolean)
  return offers.filter((offer) => {
    const { model, name } = offer.listed
    const text = `${model} ${name ?? ''}`.toLowerCase()
    return passes[filter](offer) && words.every((word) => text.includes(word))
  })
}

/** Of a list that could not be read. */
export function listFailureText(failure: SupplierFailure): string {
  if (failure.code === 'empty') return 'Список пуст: в нём нет ни одной модели, которую можно спросить'
  if (failure.kind === 'malformed')
    return `По этому адресу нет списка моделей: проверьте адрес и формат поставщика${failure.status === null ? '' : ` (HTTP ${failure.status})`}`
  if (failure.kind === 'too-large') return 'Список длиннее, чем можно прочитать'
  return failureText(failure)
}
