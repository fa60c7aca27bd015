import { verifyEmail } from '#contract/sign-in.ts'
import { ApiError, clientCode } from '../../base/http/api-error.ts'
import { call } from '../../base/session/client.ts'
import { errorText } from '../../base/http/error-text.ts'
import { confirmEmailKey } from '../../base/http/query-keys.ts'
import { adoptTokens, signOutHere } from '../../base/session/session-store.ts'

/** `signed-in`, or how far it came: the address is confirmed in every case. */
export type Confirmation = 'signed-in' | 'without-tokens' | 'without-user'

/** Uses the link of the confirmation mail and signs in with what it brings. Throws `ApiError` when it is refused. */
async function confirmEmail(token: string): Promise<Confirmation> {
  const answer = await call(verifyEmail, { token }).catch((error: unknown) => {
    if (isWithoutTokens(error)) return null
    throw error
  })
  if (!answer) return 'without-tokens'
  try {
    await adoptTokens(answer.tokens)
    return 'signed-in'
  } catch {
    // Halfway signed in would bounce off the sign-in page.
    signOutHere()
    return 'without-user'
  }
}

/** Once per token: the link works only once. */
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

/** What the page says about a refusal. */
export function confirmationRefusal(error: unknown): string {
  if (!isAnswer(error)) return 'Произошла ошибка при подтверждении email'
  if (error.code === 'INVALID_VERIFICATION_TOKEN') return 'Токен недействителен или истек. Запросите новое письмо'
  return errorText(error, 'Не удалось подтвердить email')
}

/** Whether the link may still be good: the server did not get to it. */
export const mayBeTriedAgain = (error: unknown): boolean =>
  !isAnswer(error) || error.status >= 500 || error.code === 'RATE_LIMITED'

const isAnswer = (error: unknown): error is ApiError =>
  error instanceof ApiError && error.status !== 0 && error.code !== clientCode.unreadable
