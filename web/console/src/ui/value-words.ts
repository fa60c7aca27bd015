// The values that operators give without a payment, in the words of the console.
import { counted } from '#contract/counted.ts'
import type { TokenChange } from '#contract/operator/people/tokens.ts'
import type { ValueKind } from '#contract/value-kinds.ts'
import { formatTokens } from '../../../src/base/format/tokens.ts'

const states: Record<TokenChange['state'], string | null> = {
  asked: 'Это больше вашего дневного предела: ждёт второго человека в разделе «Запросы»',
  agreed: 'Подтверждено, но ещё не сделано: обновите страницу через минуту',
  booked: null,
  declined: 'Запрос отклонён, ничего не изменилось',
  impossible: 'Это уже невозможно, ничего не изменилось',
  expired: 'Запрос устарел, ничего не изменилось'
}

/** What has become of a request. @param booked when it is carried out */
export const doneText = ({ state }: Pick<TokenChange, 'state'>, booked: string): string => states[state] ?? booked

const days = (count: number) => counted(count, ['день', 'дня', 'дней'])
const accounts = (count: number) => counted(count, ['аккаунт', 'аккаунта', 'аккаунтов'])

/** The terms come as the server stored them, of an older version too. */
const texts: Record<ValueKind, (change: TokenChange) => string> = {
  tokens: ({ tokens, terms }) =>
    `${tokens < 0 ? 'Списать' : 'Начислить'} ${formatTokens(Math.abs(tokens))}${terms.mayOwe === true ? ', можно в долг' : ''}`,
  correction: ({ terms }) => `Исправить баланс: свободно станет ${formatTokens(Number(terms.freeTokens))}`,
  code: ({ subject, terms }) =>
    `Промокод ${subject}: ${formatTokens(Number(terms.tokens))}, ${accounts(Number(terms.usesMax))}`,
  campaign: ({ terms }) =>
    `Приглашения: ${formatTokens(Number(terms.invitedTokens))} пришедшему и ${formatTokens(Number(terms.inviterTokens))} пригласившему, всего до ${counted(Number(terms.peopleMax), ['пришедшего', 'пришедших', 'пришедших'])}`,
  premium: ({ terms }) => `Premium: подарить ${days(Number(terms.days))}`,
  payment: () => 'Зачислить заказ, за который деньги пришли не все',
  job: ({ tokens }) => `Вернуть за работу ${formatTokens(tokens)}`
}

export const wishText = (change: TokenChange): string => texts[change.kind](change)

/** Where the console shows what it is about. */
export const placeOf = ({ kind, subject, user_id: userId }: TokenChange): { path: string; id: string | undefined } => {
  if (kind === 'code' || kind === 'campaign') return { path: '/codes', id: undefined }
  if (kind === 'payment') return { path: '/payments', id: subject }
  return { path: kind === 'premium' ? '/premium' : '/people', id: userId }
}
