// Apart from the other words of limits, which every isolate loads when it starts: these are for a page and a mail.
import { formatTokens, formOf } from './counted.ts'

/** `потрачен 21 токен`, `потрачено 7 токенов`. */
export const spentWords = (tokens: number): string =>
  `${formOf(tokens, ['потрачен', 'потрачено', 'потрачено'])} ${formatTokens(tokens)}`
