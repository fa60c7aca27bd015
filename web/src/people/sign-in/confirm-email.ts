import { verifyEmail } from '#contract/sign-in.ts'
import { forgetOwnLink } from './own-link.ts'
import { ApiError, clientCode } from '../../base/http/api-error.ts'
import { call } from '../../base/session/client.ts'
import { errorText } from '../../base/http/error-text.ts'
import { confirmEmailKey } from '../../base/http/query-keys.ts'
import { adoptTokens, signOutHere } from '../../base/session/session-store.ts'

/** The address is confirmed in every case; the other three say why nobody was signed in: `already`: the link was used before. */
export type Confirmation = 'signed-in' | 'already' | 'without-tokens' | 'without-user'

/** Confirms the address with the token of the mail and signs the user in. Throws `ApiError` when the token is refused. */
async function confirmEmail(token: string): Promise<Confirmation> {
  const answer = await call(verifyEmail, { token }).catch((error: unknown) => {
    if (isWithoutTokens(error)) return 'without-tokens' as const
    if (error instanceof ApiError && error.code === 'EMAIL_ALREADY_VERIFIED') return 'already' as const
    throw error
  })
  forgetOwnLink(token)
  if (typeof answer === 'string') return answer
  try {
    await adoptTokens(answer.tokens)
    return 'signed-in'
  } catch {
    // While tokens are stored, the sign-in page would send the user away again.
    signOutHere()
    return 'without-user'
  }
}

/** Runs once per token, because the link works only once. */
export const confirmEmailQuery = (token: string) => ({
  queryKey: [...confirmEmailKey, token],
  queryFn: () => confirmEmail(token),
  retry: false,
  staleTime: Number.POSITIVE_INFINITY,
  refetchOnWindowFocus: false,
  refetchOnReconnect: false
})

const isWithoutTokens = (error: unknown): boolean =>
  error instanceof ApiError && error.code === clientCode.unreadable && error.status === 200

/** The text for a failed confirmation. */
export function confirmationRefusal(error: unknown): string {
  if (!isAnswer(error)) return 'Произошла ошибка при подтверждении email'
  if (error.code === 'INVALID_VERIFICATION_TOKEN') return 'Токен недействителен или истек. Запросите новое письмо'
  return errorText(error, 'Не удалось подтвердить email')
}

/** Whether the link may still work, because the server did not process the request. */
export const mayBeTriedAgain = (error: unknown): boolean =>
  !isAnswer(error) || error.status >= 500 || error.code === 'RATE_LIMITED'

const isAnswer = (error: unknown): error is ApiError =>
  error instanceof ApiError && error.status !== 0 && error.code !== clientCode.unreadable
