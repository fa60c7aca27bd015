const number = new Intl.NumberFormat('ru-RU')
const plural = new Intl.PluralRules('ru')
const words: Partial<Record<Intl.LDMLPluralRule, string>> = { one: 'токен', few: 'токена' }

/** `7 токенов`, with thousands set apart. */
export const tokensText = (count: number): string =>
  `${number.format(count)} ${words[plural.select(count)] ?? 'токенов'}`
