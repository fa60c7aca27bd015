import { makeOnce } from '#domain/make-once.ts'

const number = makeOnce(() => new Intl.NumberFormat('ru-RU'))
const plural = makeOnce(() => new Intl.PluralRules('ru'))
const words: Partial<Record<Intl.LDMLPluralRule, string>> = { one: 'токен', few: 'токена' }

/** A count such as `7 токенов`, with thousands separators. */
export const tokensText = (count: number): string =>
  `${number().format(count)} ${words[plural().select(count)] ?? 'токенов'}`
