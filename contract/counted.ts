// Counts in Russian, with the form of the word that goes with each.
import { makeOnce } from './make-once.ts'

/** After one, two and five: `['токен', 'токена', 'токенов']`. */
export type WordForms = readonly [one: string, few: string, many: string]

const plural = makeOnce(() => new Intl.PluralRules('ru'))
const number = makeOnce(() => new Intl.NumberFormat('ru-RU'))

const tokenForms: WordForms = ['токен', 'токена', 'токенов']

/** The form of a word that goes with a count: with a fraction that of two, `12,35 токена`. */
export function formOf(count: number, [one, few, many]: WordForms): string {
  const rule = plural().select(count)
  return rule === 'one' ? one : rule === 'many' ? many : few
}

/** The count alone, thousands set apart. */
export const formatCount = (count: number): string => number().format(count)

/** `21 чат`, with thousands set apart. */
export const counted = (count: number, forms: WordForms): string => `${formatCount(count)} ${formOf(count, forms)}`

/** The word that goes with a count: 1 токен, 2 и 1,5 токена, 5 токенов. */
export const tokensWord = (count: number): string => formOf(count, tokenForms)

/** `7 токенов`, with thousands set apart: `12 500 токенов`. */
export const formatTokens = (count: number): string => counted(count, tokenForms)
