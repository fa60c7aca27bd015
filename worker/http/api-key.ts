// Calls with a key of the API. A key opens what asks here, and none of the site's own calls, which know only access tokens.
import type { ApiScope } from '#contract/api-key-words.ts'
import type { BucketRule } from '#domain/bucket.ts'
import type { Environment } from '#domain/environment.ts'
import type { AdmittedKey, KeyRefusal } from '#durable-objects/keys/calls.ts'
import { userOf } from '#durable-objects/stubs.ts'
import { readApiKey } from '../crypto/api-key.ts'
import { clientAddress } from './client-address.ts'
import type { AppContext } from './context.ts'

/** Calls with keys of one user. */
const apiLimit = ({ LIMIT_API_PER_MINUTE: limit }: Environment): BucketRule => ({ key: 'api', limit, windowMs: 60_000 })

/**
 * Whether a key opens a request. A text that is no key of ours is refused here, and wakes no object.
 * @param sent the whole key, as the client has sent it @param model null: the request is about none
 */
export async function admitApiKey(
  c: AppContext,
  sent: string,
  { scope, model }: { scope: ApiScope; model: string | null }
): Promise<KeyRefusal | (AdmittedKey & { userId: string })> {
  const read = readApiKey(c.var.environment, sent)
  if (!read) return { state: 'refused', code: 'INVALID_KEY' }
  const { userId, ...proof } = read
  const use = { address: clientAddress(c), scope, model }
  const admitted = await userOf(c.env, userId).admitKey({ ...proof, ...use, limit: apiLimit(c.var.environment) })
  return admitted.state === 'found' ? { ...admitted, userId } : admitted
}
