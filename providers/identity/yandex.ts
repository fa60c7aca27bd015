// Яндекс ID: yandex.ru/dev/id/doc/ru/codes/code-url and /user-information. It gives no id_token with a code, so no nonce can be bound; the
// verifier binds the code to the attempt, and `client_id` in the answer about the person binds the token to our application.
import { ClientSecretBasic } from 'oauth4webapi'
import { textAt } from '../http/fields.ts'
import {
  addressAt,
  answerOf,
  exchangeCode,
  type IdentifiedPerson,
  type IdentityApplication,
  type IdentityAttempt,
  IdentityFailure,
  type IdentityReturn,
  subjectAt
} from './identity.ts'

export interface YandexSettings {
  YANDEX_ID_BASE_URL: string
  YANDEX_ID_INFO_URL: string
}

/** The page at which a person agrees. @param again asks also a person who has agreed before, and lets them choose another account */
export function yandexPage(
  { YANDEX_ID_BASE_URL }: YandexSettings,
  { client, redirect }: IdentityApplication,
  { state, challenge, again }: { state: string; challenge: string; again: boolean }
): string {
  const query = new URLSearchParams({
    response_type: 'code',
    client_id: client,
    redirect_uri: redirect,
    scope: 'login:email',
    state,
    code_challenge: challenge,
    code_challenge_method: 'S256',
    ...(again ? { force_confirm: 'yes' } : {})
  })
  return `${YANDEX_ID_BASE_URL}/authorize?${query.toString()}`
}

/** @throws IdentityFailure */
export async function yandexPerson(
  settings: YandexSettings,
  application: IdentityApplication,
  attempt: IdentityAttempt,
  { code }: IdentityReturn
): Promise<IdentifiedPerson> {
  const { accessToken } = await exchangeCode({
    tokenUrl: `${settings.YANDEX_ID_BASE_URL}/token`,
    application,
    auth: ClientSecretBasic(application.secret),
    attempt,
    code
  })
  const { status, body } = await answerOf(`${settings.YANDEX_ID_INFO_URL}?format=json`, {
    headers: { authorization: `OAuth ${accessToken}` }
  })
  if (status !== 200) throw new IdentityFailure('failed', `info-${status}`)
  // A token that another application got for this person must not sign in here.
  if (textAt(body, 'client_id') !== application.client) throw new IdentityFailure('failed', 'other-client')
  return { subject: subjectAt(body, 'id'), email: addressAt(body, 'default_email') }
}
