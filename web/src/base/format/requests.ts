const plural = new Intl.PluralRules('ru')
const number = new Intl.NumberFormat('ru-RU')

const words: Partial<Record<Intl.LDMLPluralRule, string>> = { one: 'запрос', few: 'запроса' }

/** `1 запрос`, `2 запроса`, `5 запросов` */
export const formatRequests = (count: number): string =>
  `${number.format(count)} ${words[plural.select(count)] ?? 'запросов'}`
