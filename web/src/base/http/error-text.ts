import { ApiError, clientCode } from './api-error.ts'

/** What a person reads about a failure; `fallback` is for failures that say nothing of use. */
export function errorText(error: unknown, fallback = 'Неизвестная ошибка'): string {
  if (!(error instanceof ApiError)) return fallback
  switch (error.code) {
    case clientCode.network:
      return 'Нет связи с сервером. Проверьте интернет и попробуйте ещё раз'
    case clientCode.unreadable:
      return 'Сервер ответил непонятно. Попробуйте ещё раз'
    case clientCode.session:
      return 'Сессия завершена. Войдите снова'
    case 'RATE_LIMITED':
      return error.retryAfter ? `Слишком много запросов. Подождите ${error.retryAfter} секунд.` : error.message
    default:
      // The server's own sentences name fields by their path only when it refused some.
      if (error.details?.length) return error.details.map(({ msg }) => msg).join(', ')
      // A bare status is no sentence.
      return error.message === `HTTP ${error.status}` ? fallback : error.message || fallback
  }
}

/** The session ended by itself: what failed with it failed for that reason. */
export const isSessionLost = (error: unknown): boolean => error instanceof ApiError && error.code === clientCode.session
