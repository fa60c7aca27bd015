// The API Worker with the tests' seeding call and one more, which makes a user a buyer with plenty of tokens and a key of the API: a free
// account may store less in a day than a run of the bench writes.
import { environmentOf } from '#domain/parsed-environment.ts'
import { userOf } from '#durable-objects/stubs.ts'
import { newApiKey } from '#worker/crypto/api-key.ts'
import seeding from '#tests/support/seeding/worker.ts'
import { tokensPath } from '../paths.ts'

export * from '#tests/support/seeding/worker.ts'

async function creditPlenty(request: Request, env: Env): Promise<Response> {
  const { userId } = await request.json<{ userId: string }>()
  await env.DB.prepare('update users set first_purchase_at = ?1 where id = ?2').bind(Date.now(), userId).run()
  const credit = {
    id: 'bench:plenty',
    amountTokens: 1_000_000,
    service: 'bonus',
    action: { kind: 'signup-bonus' }
  } as const
  await userOf(env, userId).credit(credit)
  return Response.json({ key: await newKey(env, userId) })
}

async function newKey(env: Env, userId: string): Promise<string> {
  const { text, ...secret } = newApiKey(environmentOf(env), userId)
  const anything = { models: null, networks: null, expiresAt: null, budgets: { day: null, month: null, total: null } }
  await userOf(env, userId).makeKey({ ...secret, ...anything, name: 'bench', scopes: ['chat'] })
  return text
}

export default {
  ...seeding,
  fetch: (request, env, context) =>
    new URL(request.url).pathname === tokensPath ? creditPlenty(request, env) : seeding.fetch(request, env, context)
} satisfies ExportedHandler<Env>
