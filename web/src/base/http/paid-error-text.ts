import { ApiError } from './api-error.ts'
import { errorText } from './error-text.ts'

/** The server's own text, which the specification gives, is English. */
export const shortOfTokensText = 'Недостаточно токенов для выполнения запроса'

/** As `errorText`, of what is paid in tokens. Apart from it, because most pages ask for nothing of the kind. */
export const paidErrorText = (error: unknown, fallback?: string): string =>
  error instanceof ApiError && error.code === 'INSUFFICIENT_TOKENS' ? shortOfTokensText : errorText(error, fallback)
