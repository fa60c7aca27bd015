// Who calls: the key, proven here without a read, and by its user's object in one call together with what the call needs.
import type { ApiScope } from '#contract/api-key-words.ts'
import type { BucketRule } from '#domain/bucket.ts'
import type { Environment } from '#domain/environment.ts'
import type { KeyProof, KeyRefusal, RequestsLeft } from '#durable-objects/keys/calls.ts'
import { userOf } from '#durable-objects/stubs.ts'
import { clientAddress } from '../../http/client-address.ts'
import { readApiKey } from '../../crypto/api-key.ts'
import type { AppContext } from '../../http/context.ts'
import { apiRefusalOf, ApiError, badKey, notAllowed } from './errors.ts'

/** What a key says of itself, before its user's object is asked. */
export type SentKey = NonNullable<ReturnType<typeof readApiKey>>

/** As clients of OpenAI's and of Anthropic's API send a key. Never in the address: addresses are written down on the way. */
const sentKey = (c: AppContext): string | undefined =>
  /^Bearer +(\S+)$/i.exec(c.req.header('authorization') ?? '')?.[1] ?? c.req.header('x-api-key')?.trim()

/** A key that was made here, whether it still works or not. @throws ApiError 401 */
export async function sentKeyOf(c: AppContext): Promise<SentKey> {
  const sent = sentKey(c)
  const key = sent === undefined ? null : readApiKey(c.get('environment'), sent)
  if (!key) throw badKey()
  c.set('sentBy', key.userId)
  return key
}

const minuteSeconds = 60

/** Calls with keys of one user: the user's object takes its part by the plan when it admits one. */
const apiLimit = ({ LIMIT_API_PER_MINUTE: limit }: Environment): BucketRule => ({
  key: 'api',
  limit,
  windowMs: minuteSeconds * 1000
})

/** What the user's object must hear of a key. */
export const proofOf = (
  c: AppContext,
  { keyId, secretHash }: SentKey,
  scope: ApiScope,
  model: string | null = null
): KeyProof => ({
  keyId,
  secretHash,
  address: clientAddress(c),
  scope,
  model,
  limit: apiLimit(c.get('environment'))
})

/** How many calls the user's keys may make now, and when as many as ever. */
export function tellLimit(headers: Headers, { limit, left }: RequestsLeft): void {
  headers.set('x-ratelimit-limit-requests', String(limit))
  headers.set('x-ratelimit-remaining-requests', String(left))
  headers.set('x-ratelimit-reset-requests', `${Math.ceil(((limit - left) / limit) * minuteSeconds)}s`)
}

const forbidden: Partial<Record<KeyRefusal['code'], string>> = {
  SCOPE: 'Этому ключу такие вызовы не разрешены. Права ключа можно изменить в профиле, в разделе «API»',
  MODEL: 'Этому ключу эта модель не разрешена. Список моделей: GET /v1/models',
  NETWORK: 'Этот ключ с этого адреса не работает. Адреса ключа можно изменить в профиле, в разделе «API»'
}

/** @throws ApiError in the API's words */
export function refusedKey({ code, retryAfterSeconds }: Omit<KeyRefusal, 'state'>): ApiError {
  if (code === 'INVALID_KEY') return badKey()
  const text = forbidden[code]
  if (text !== undefined) return notAllowed(`${code.toLowerCase()}_not_allowed`, text)
  return new ApiError(
    apiRefusalOf({ code: code as 'RATE_LIMITED', ...(retryAfterSeconds && { retryAfter: retryAfterSeconds }) })
  )
}

/** The key of a call that asks no supplier. @param model one that it must be allowed to ask @throws ApiError 401, 403, 429 */
export async function expectKey(c: AppContext, scope: ApiScope, model: string | null = null) {
  const sent = await sentKeyOf(c)
  const admitted = await userOf(c.env, sent.userId).admitKey(proofOf(c, sent, scope, model))
  if (admitted.state === 'refused') throw refusedKey(admitted)
  c.set('requests', admitted.requests)
  return { userId: sent.userId, ...admitted }
}
