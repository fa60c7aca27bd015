import { ApiError, clientCode, networkText } from './api-error.ts'

/** The text of an error for the user; `fallback` is for errors without a useful text. */
export function errorText(error: unknown, fallback = 'Неизвестная ошибка'): string {
  if (!(error instanceof ApiError)) return fallback
  switch (error.code) {
    case clientCode.network:
      return networkText
    case clientCode.unreadable:
      return 'Сервер ответил непонятно. Попробуйте ещё раз'
    case clientCode.session:
      return 'Сессия завершена. Войдите снова'
    default:
      if (error.code === 'RATE_LIMITED' && error.retryAfter)
        return `Слишком много запросов. Подождите ${error.retryAfter} секунд.`
      // When the server refused fields, its message contains their paths: only the texts are shown.
      if (error.details?.length) return error.details.map(({ msg }) => msg).join(', ')
      // A bare status is no text for users.
      return error.message === `HTTP ${error.status}` ? fallback : error.message || fallback
  }
}

/** Whether the call failed because the session has ended. */
export const isSessionLost = (error: unknown): boolean => error instanceof ApiError && error.code === clientCode.session
