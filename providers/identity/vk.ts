// VK ID: id.vk.com/about/business/go/docs/ru/vkid/latest/vk-id/connection/api-integration/api-description. Its id_token has no nonce, but the
// exchange takes a `state` of its own and gives it back: the nonce is sent there.
import { ClientSecretPost } from 'oauth4webapi'
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

export interface VkSettings {
  VK_ID_BASE_URL: string
}

/** As `yandexPage`. */
export function vkPage(
  { VK_ID_BASE_URL }: VkSettings,
  { client, redirect }: IdentityApplication,
  { state, challenge, again }: { state: string; challenge: string; again: boolean }
): string {
  const query = new URLSearchParams({
    response_type: 'code',
    client_id: client,
    redirect_uri: redirect,
    scope: 'vkid.personal_info email',
    state,
    code_challenge: challenge,
    code_challenge_method: 'S256',
    ...(again ? { prompt: 'login' } : {})
  })
  return `${VK_ID_BASE_URL}/authorize?${query.toString()}`
}

/** @throws IdentityFailure */
export async function vkPerson(
  { VK_ID_BASE_URL }: VkSettings,
  application: IdentityApplication,
  attempt: IdentityAttempt,
  { code, deviceId }: IdentityReturn
): Promise<IdentifiedPerson> {
  if (deviceId === null) throw new IdentityFailure('failed', 'no-device')
  const { accessToken, answer } = await exchangeCode({
    tokenUrl: `${VK_ID_BASE_URL}/oauth2/auth`,
    application,
    auth: ClientSecretPost(application.secret),
    attempt,
    code,
    more: { device_id: deviceId, state: attempt.nonce }
  })
  if (textAt(answer, 'state') !== attempt.nonce) throw new IdentityFailure('failed', 'other-nonce')
  const { status, body } = await answerOf(`${VK_ID_BASE_URL}/oauth2/user_info`, {
    method: 'POST',
    body: new URLSearchParams({ access_token: accessToken, client_id: application.client })
  })
  if (status !== 200 || textAt(body, 'error') !== null) throw new IdentityFailure('failed', `info-${status}`)
  const subject = subjectAt(body, 'user', 'user_id')
  // The token was given for this person.
  if (subject !== subjectAt(answer, 'user_id')) throw new IdentityFailure('failed', 'other-person')
  return { subject, email: addressAt(body, 'user', 'email') }
}
