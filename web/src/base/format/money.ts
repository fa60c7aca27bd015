import { makeOnce } from '#contract/make-once.ts'

const currency = makeOnce(
  () =>
    new Intl.NumberFormat('ru-RU', {
      style: 'currency',
      currency: 'RUB',
      trailingZeroDisplay: 'stripIfInteger'
    })
)

/** `990 ₽`, and `250,50 ₽` where there are kopecks; the space does not break. */
export const formatRubles = (rubles: number): string => currency().format(rubles)
