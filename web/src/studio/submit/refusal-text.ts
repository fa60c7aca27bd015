import type { StudioEntry } from '#contract/catalogue/entry.ts'
import { ApiError, clientCode } from '../../base/http/api-error.ts'
import { errorText, isSessionLost } from '../../base/http/error-text.ts'

export const lockedText = 'Эти настройки станут доступны после первой покупки токенов'
export const signInText = 'Необходимо войти в систему'

/** Why a request was not taken: the server's reason after the page's own words, or those alone when no answer came. */
export function refusalText({ texts }: StudioEntry, error: unknown): string {
  if (!(error instanceof ApiError) || error.code === clientCode.network) return texts.failed
  if (isSessionLost(error)) return errorText(error)
  if (error.code === 'INSUFFICIENT_TOKENS') return 'Недостаточно токенов для выполнения запроса'
  // Here it is not always the model: a length or a quality may be locked too.
  if (error.code === 'MODEL_NOT_IN_PLAN') return lockedText
  return `${texts.failed}: ${errorText(error)}`
}
