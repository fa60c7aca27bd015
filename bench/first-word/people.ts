// The users of a bench, each with plenty of tokens, created through the test-only seeding call.
import type { Miniflare } from 'miniflare'
import { readD1Migrations } from '@cloudflare/vitest-plugin'
import { join } from 'node:path'
import { unstable_getMiniflareWorkerOptions } from 'wrangler'
import { root } from '#scripts/base/root.ts'
import { seedingPath } from '#tests/support/seeding/call.ts'
import { type AccessSettings, signAccessToken } from '#worker/crypto/access-token.ts'
import { tokensPath } from './paths.ts'

export interface Person {
  userId: string
  sessionId: string
}

export interface Buyer extends Person {
  /** Of the API. */
  key: string
}

/** Brings the product's new databases up to date: the directory and the histories. */
export async function migrate(miniflare: Miniflare): Promise<void> {
  const { d1Databases } = unstable_getMiniflareWorkerOptions(join(root, 'wrangler.toml')).workerOptions
  for (const binding of Object.keys(d1Databases ?? {})) {
    const database = await miniflare.getD1Database(binding, 'product')
    const folder = join(root, 'migrations', binding === 'DB' ? 'directory' : 'history')
    for (const { queries } of await readD1Migrations(folder))
      for (const query of queries) await database.prepare(query).run()
  }
}

async function post(url: string, body: object): Promise<unknown> {
  const response = await fetch(url, { method: 'POST', body: JSON.stringify(body) })
  if (!response.ok) throw new Error(`${url}: ${response.status} ${await response.text()}`)
  return response.json()
}

const claimsOf = (accessToken: string) =>
  JSON.parse(Buffer.from(accessToken.split('.')[1] ?? '', 'base64url').toString()) as { sid: string }

export async function seedPeople(url: string, count: number): Promise<Buyer[]> {
  const people: Buyer[] = []
  for (let number = 0; number < count; number++) {
    // No user of the bench signs in with a password, so the hash may be anything.
    const account = { email: `bench-${number}@example.com`, passwordHash: 'none' }
    const seeded = (await post(`${url}${seedingPath}`, account)) as { userId: string; tokens: { accessToken: string } }
    const { key } = (await post(`${url}${tokensPath}`, { userId: seeded.userId })) as { key: string }
    people.push({ userId: seeded.userId, sessionId: claimsOf(seeded.tokens.accessToken).sid, key })
  }
  return people
}

/** A fresh access token: a signed-in page renews its own, and a long run outlives one. */
export const accessTokenOf = (settings: AccessSettings, person: Person): string =>
  signAccessToken(settings, person, Date.now())
