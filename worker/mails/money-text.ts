import { rubOf } from '#domain/money.ts'
import { makeOnce } from '#contract/make-once.ts'

const roubles = makeOnce(
  () => new Intl.NumberFormat('ru-RU', { style: 'currency', currency: 'RUB', trailingZeroDisplay: 'stripIfInteger' })
)

/** `990 ₽`, and `250,50 ₽` where there are kopecks. */
export const moneyText = (kopecks: number): string => roubles().format(rubOf(kopecks))
