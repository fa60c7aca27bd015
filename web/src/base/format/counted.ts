import { lazily } from './lazily.ts'

const plural = lazily(() => new Intl.PluralRules('ru'))
const number = lazily(() => new Intl.NumberFormat('ru-RU'))

/** `21 беседа`. @param words for one, for two and for five */
export function formatCount(
  count: number,
  [one, few, many]: readonly [one: string, few: string, many: string]
): string {
  const form = plural().select(count)
  return `${number().format(count)} ${form === 'one' ? one : form === 'few' ? few : many}`
}
