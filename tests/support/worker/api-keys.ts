// Keys of the API for tests: made in the user's object, and presented as a client would.
import { env } from 'cloudflare:workers'
import { Hono } from 'hono'
import type { ApiScope } from '#contract/api-key-words.ts'
import { openDirectory } from '#data/base/database.ts'
import { environmentOf } from '#domain/parsed-environment.ts'
import type { AdmittedKey, KeyChoice, KeyRefusal } from '#durable-objects/keys/calls.ts'
import { userOf } from '#durable-objects/stubs.ts'
import { newApiKey, readApiKey } from '#worker/crypto/api-key.ts'
import { proofOf } from '#worker/api/base/caller.ts'
import type { HonoEnv } from '#worker/http/context.ts'

const anyKey: KeyChoice = {
  name: 'Тест',
  scopes: ['chat', 'images', 'audio', 'models', 'balance'],
  models: null,
  networks: null,
  expiresAt: null,
  budgets: { day: null, month: null, total: null }
}

/** @returns the key's text and id */
export async function addKey(userId: string, more: Partial<KeyChoice> = {}): Promise<{ text: string; keyId: string }> {
  const { text, ...secret } = newApiKey(environmentOf(env), userId)
  const made = await userOf(env, userId).makeKey({ ...secret, ...anyKey, ...more })
  if (made.state !== 'done') throw new Error(`No key was made: ${made.state}`)
  return { text, keyId: secret.keyId }
}

interface Use {
  scope?: ApiScope
  model?: string | null
  address?: string
  settings?: object
}

const app = new Hono<HonoEnv>()
app.get('/', async (c) => {
  c.set('environment', environmentOf(c.env))
  c.set('directory', openDirectory(c.env))
  const { key = '', scope = 'chat', model } = c.req.query()
  const read = readApiKey(c.var.environment, key)
  if (!read) return c.json({ state: 'refused', code: 'INVALID_KEY' })
  const { userId } = read
  const admitted = await userOf(c.env, userId).admitKey(proofOf(c, read, scope as ApiScope, model ?? null))
  return c.json(admitted.state === 'found' ? { ...admitted, userId } : admitted)
})

/** What the Worker learns of a key that a client presents. */
export async function present(key: string, { scope = 'chat', model, address, settings = {} }: Use = {}) {
  const query = new URLSearchParams({ key, scope, ...(model && { model }) })
  const headers = address === undefined ? {} : { 'cf-connecting-ip': address }
  const answer = await app.request(`/?${query.toString()}`, { headers }, { ...env, ...settings })
  return answer.json<KeyRefusal | (AdmittedKey & { userId: string })>()
}
