import { formatTokens, formatTokensGenitive } from '../format/tokens.ts'

/** What a debt is, and how it ends; shown wherever a balance is short because of it. */
export const debtText = (debtTokens: number): string =>
  `Мы вернули вам деньги за покупку, а ${formatTokens(debtTokens)} из неё вы успели потратить. ` +
  `Это долг: новые запросы станут доступны, когда следующая покупка покроет его. ` +
  `Из неё спишется не больше ${formatTokensGenitive(debtTokens)}.`
