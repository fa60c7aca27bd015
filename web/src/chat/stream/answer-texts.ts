// Texts for the user: what an answer cost and how it ended.
import type { AnswerEnd, Settlement } from '#contract/answers.ts'
import { type AnswerOutcome, isCutOff } from '#contract/catalogue/charge-rules.ts'
import type { Billing, Message } from '#contract/chats.ts'
import { textOf } from '#contract/errors.ts'
import { ApiError } from '../../base/session/client.ts'
import { errorText } from '../../base/http/error-text.ts'
import { shortOfTokensText } from '../../base/http/paid-error-text.ts'
import { formatDollars } from '../../base/format/dollars.ts'
import { formatTokens } from '../../base/format/tokens.ts'

const nothingCharged = 'Токены не списаны'

const dollarsOf = (billing: Billing): string =>
  typeof billing.usdWithMarkup === 'number' ? ` (~${formatDollars(billing.usdWithMarkup)})` : ''

/** The toast of a complete answer. The specification fixes its wording, always with «токенов». */
export const receivedText = (billing: Billing | null, priceTokens: number): string =>
  billing
    ? `Ответ получен! Списано ${billing.siteTokens} токенов${dollarsOf(billing)}`
    : `Ответ получен! Использовано ${priceTokens} токенов`

/** `Списано 5 токенов (~$0.0012)`: the line under an answer. */
export const billingText = (billing: Billing): string =>
  billing.siteTokens === 0 ? nothingCharged : `Списано ${formatTokens(billing.siteTokens)}${dollarsOf(billing)}`

export const stoppedText = ({ chargedTokens, returnedTokens }: Settlement): string =>
  `Остановлено. Списано ${formatTokens(chargedTokens)}, возвращено ${returnedTokens}`

/** How an answer ended, for the user. `unavailable`: it failed because the service is away, so that asking again would not help. */
export type SavedOutcome = AnswerOutcome | 'unavailable'

export const savedOutcomeOf = ({ outcome, unavailable = false }: Message): SavedOutcome | null =>
  unavailable ? 'unavailable' : outcome

const outcomeTexts: Record<SavedOutcome, string | null> = {
  complete: null,
  truncated: 'Ответ достиг предела длины и обрезан',
  stopped: 'Остановлено',
  interrupted: `Ответ прервался по нашей вине. ${nothingCharged}`,
  failed: `Модель не смогла ответить. ${nothingCharged}`,
  refused: `Модель отказалась отвечать на этот запрос. ${nothingCharged}`,
  unavailable: `${textOf('UNAVAILABLE')}. ${nothingCharged}`
}

/** The note under an answer that is not complete. `end` is known only until the page that received it is reloaded. */
export function outcomeText(outcome: SavedOutcome | null, end: AnswerEnd | null): string | null {
  if (end?.type === 'error') return withCharge(failureText(end.failure), end.settlement.chargedTokens)
  if (end?.outcome === 'stopped') return stoppedText(end.settlement)
  return outcome && outcomeTexts[outcome]
}

const withCharge = (text: string, chargedTokens: number): string => {
  if (text.includes(nothingCharged) || chargedTokens > 0) return text
  return `${text.replace(/[.!]?$/, '.')} ${nothingCharged}`
}

/** Whether nothing is charged for an answer, even if part of it arrived. */
export const isFree = (outcome: SavedOutcome | null): boolean =>
  outcome === 'refused' || outcome === 'unavailable' || mayRepeat(outcome)

/** An answer of which the user keeps what has come, for nothing. */
export const brokenOffText = `Ответ прервался. ${nothingCharged}`

/** Whether the model can be asked to go on where the answer ends. */
export const mayContinue = (outcome: SavedOutcome | null): boolean => outcome !== 'unavailable' && isCutOff(outcome)

/** Whether the user is offered to ask again. Not after a refusal: the model would refuse again. */
export const mayRepeat = (outcome: SavedOutcome | null): boolean => outcome === 'interrupted' || outcome === 'failed'

interface Failure {
  code: string
  text: string
  retryAfter?: number | undefined
}

/** Their texts say how long to wait, or what else to do. */
const tellsItself: ReadonlySet<string> = new Set(['TOO_MANY_RUNNING', 'FAIR_USE_EXCEEDED', 'STORAGE_DAY_FULL'])

/** The text of a failure: too few tokens, a time to wait, or else what the server says. */
export function failureText({ code, text, retryAfter }: Failure): string {
  if (code === 'INSUFFICIENT_TOKENS') return shortOfTokensText
  // Deleted, in another tab or on another device. «Не найдено» alone would not say what.
  if (code === 'NOT_FOUND') return 'Такого чата нет. Возможно, он был удалён'
  if (retryAfter && !tellsItself.has(code)) return `Слишком много запросов. Подождите ${retryAfter} секунд.`
  return text || 'Ошибка при получении ответа'
}

export const refusalText = (error: unknown): string =>
  failureText({
    code: error instanceof ApiError ? error.code : '',
    text: errorText(error, 'Ошибка при получении ответа'),
    retryAfter: error instanceof ApiError ? error.retryAfter : undefined
  })
