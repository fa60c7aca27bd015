const plural = new Intl.PluralRules('ru')

const words: Partial<Record<Intl.LDMLPluralRule, string>> = { one: 'работа', few: 'работы' }

/** `1 работа`, `2 работы`, `5 работ` */
export const formatWorks = (count: number): string => `${count} ${words[plural.select(count)] ?? 'работ'}`
