// What people read about an answer's money and its end.
import type { AnswerEnd, Settlement } from '#contract/answers.ts'
import type { AnswerOutcome } from '#contract/catalogue/charge-rules.ts'
import type { Billing } from '#contract/chats.ts'
import { ApiError } from '../../base/session/client.ts'
import { errorText } from '../../base/http/error-text.ts'
import { formatDollars } from '../../base/format/money.ts'
import { formatTokens } from '../../base/format/tokens.ts'

const nothingCharged = 'Токены не списаны'

const dollarsOf = (billing: Billing): string =>
  typeof billing.usdWithMarkup === 'number' ? ` (~${formatDollars(billing.usdWithMarkup)})` : ''

/** The toast of an answer that arrived. The wording is fixed, the plural included. */
export const receivedText = (billing: Billing | null, priceTokens: number): string =>
  billing
    ? `Ответ получен! Списано ${billing.siteTokens} токенов${dollarsOf(billing)}`
    : `Ответ получен! Использовано ${priceTokens} токенов`

/** `Списано 5 токенов (~$0.0012)`: the line under an answer. */
export const billingText = (billing: Billing): string =>
  billing.siteTokens === 0 ? nothingCharged : `Списано ${formatTokens(billing.siteTokens)}${dollarsOf(billing)}`

export const stoppedText = ({ chargedTokens, returnedTokens }: Settlement): string =>
  `Остановлено. Списано ${formatTokens(chargedTokens)}, возвращено ${returnedTokens}`

const outcomeTexts: Record<AnswerOutcome, string | null> = {
  complete: null,
  truncated: 'Ответ достиг предела длины и обрезан. Попросите продолжить',
  stopped: 'Остановлено',
  interrupted: `Ответ прервался по нашей вине. ${nothingCharged}`,
  failed: `Модель не смогла ответить. ${nothingCharged}`,
  refused: `Модель отказалась отвечать на этот запрос. ${nothingCharged}`
}

/** What stands under an answer that did not simply succeed; `end` is known while the page that saw it is open. */
export function outcomeText(outcome: AnswerOutcome | null, end: AnswerEnd | null): string | null {
  if (end?.type === 'error') return withCharge(failureText(end.failure), end.settlement.chargedTokens)
  if (end?.outcome === 'stopped') return stoppedText(end.settlement)
  return outcome && outcomeTexts[outcome]
}

const withCharge = (text: string, chargedTokens: number): string => {
  if (text.includes(nothingCharged) || chargedTokens > 0) return text
  return `${text.replace(/[.!]?$/, '.')} ${nothingCharged}`
}

/** Nothing was charged for it, whatever arrived. */
export const isFree = (outcome: AnswerOutcome | null): boolean => outcome === 'refused' || mayRepeat(outcome)

/** Whether asking the same again makes sense: a model that refused would refuse again. */
export const mayRepeat = (outcome: AnswerOutcome | null): boolean => outcome === 'interrupted' || outcome === 'failed'

interface Failure {
  code: string
  text: string
  retryAfter?: number | undefined
}

/** A failure that names a time to wait, an empty purse, or else what the server says. */
export function failureText({ code, text, retryAfter }: Failure): string {
  if (code === 'INSUFFICIENT_TOKENS') return 'Недостаточно токенов для выполнения запроса'
  if (retryAfter && code !== 'TOO_MANY_RUNNING' && code !== 'FAIR_USE_EXCEEDED')
    return `Слишком много запросов. Подождите ${retryAfter} секунд.`
  return text || 'Ошибка при получении ответа'
}

export const refusalText = (error: unknown): string =>
  failureText({
    code: error instanceof ApiError ? error.code : '',
    text: errorText(error, 'Ошибка при получении ответа'),
    retryAfter: error instanceof ApiError ? error.retryAfter : undefined
  })
