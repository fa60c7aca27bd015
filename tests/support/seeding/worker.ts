// The API Worker of the end-to-end tests: the product's own, with extra calls: one that creates an account without a mail
// and without hashing, and one that makes a job older. No deployment can have those calls, because wrangler.toml names the product's own entry.
import { Hono } from 'hono'
import { consentVersions } from '#contract/agreements.ts'
import type { TokenPair } from '#contract/sign-in.ts'
import { sessions, users as accounts } from '#data/directory/schema.ts'
import { claimBonus } from '#data/directory/bonus-grants.ts'
import { openDirectory, openHistory } from '#data/base/database.ts'
import { applyConfirmation } from '#data/directory/email-links.ts'
import { addRegistration } from '#data/directory/users.ts'
import { canonicalEmail } from '#domain/canonical-email.ts'
import { newUserId } from '#domain/shard.ts'
import { environmentOf } from '#domain/parsed-environment.ts'
import { creditBonus } from '#worker/people/bonus.ts'
import { draftSession } from '#worker/people/draft-session.ts'
import { loadUpkeep } from '#durable-objects/user/late-upkeep.ts'
import { hashToken, newLinkToken } from '#worker/crypto/link-token.ts'
import type { HonoEnv } from '#worker/http/context.ts'
import product, { User as ProductUser } from '#worker/index.ts'
import { and, eq, sql } from 'drizzle-orm'
import { jobs } from '#data/history/schema.ts'
import { type AgedJob, agingPath, damagePath, type SeededAccount, seedingPath, staleSessionsPath } from './call.ts'

export * from '#worker/index.ts'

/** The product's own, whose wallet can be damaged for as long as it takes to find that. */
export class User extends ProductUser {
  /** Freezes the wallet by a reservation that no line opened; afterwards everything agrees again. */
  async freezeWallet(): Promise<void> {
    const upkeepOf = await loadUpkeep()
    const rows = this.ctx.storage.sql
    rows.exec(
      "insert into reservations (operation_id, owner, price_tokens, due_at, deadline_at) values ('damage', 'answer', 7, 9e15, 9e15)"
    )
    upkeepOf(this.parts.wallet.inside()).repair.audit(true)
    rows.exec("delete from reservations where operation_id = 'damage'")
  }
}

const hourMs = 60 * 60 * 1000

const seeding = new Hono<HonoEnv>()

/** Does what registration and email confirmation do, in the same order; the caller supplies the password hash. */
seeding.post(seedingPath, async (c) => {
  const { email, passwordHash, kind } = await c.req.json<SeededAccount>()
  const directory = openDirectory(c.env)
  const environment = environmentOf(c.env)
  c.set('environment', environment)
  c.set('directory', directory)
  const now = Date.now()
  const userId = newUserId(environment.HISTORY_OPEN, crypto.randomUUID())
  const tokenHash = hashToken(newLinkToken())
  await addRegistration(directory, {
    userId,
    email,
    canonicalEmail: canonicalEmail(email),
    passwordHash,
    inviteCode: null,
    identity: null,
    tokenHash,
    linkExpiresAt: now + hourMs,
    consents: [
      { document: 'offer', version: consentVersions.offer },
      { document: 'personal-data', version: consentVersions.personalData }
    ],
    ip: '127.0.0.1',
    now
  })
  await claimBonus(directory, { addressHash: `seeded ${userId}`, userId, now })
  await creditBonus(c.env, userId)
  const { session, tokens } = await draftSession(c, userId, now)
  await applyConfirmation(directory, { tokenHash, userId, email, passwordHash, identity: null, session, now })
  if (kind === 'paid') await directory.update(accounts).set({ firstPurchaseAt: now }).where(eq(accounts.id, userId))
  return c.json<{ userId: string; tokens: TokenPair }>({ userId, tokens })
})

seeding.post(agingPath, async (c) => {
  const { userId, operationId, seconds } = await c.req.json<AgedJob>()
  const aged = await openHistory(c.env, userId)
    .update(jobs)
    .set({ createdAt: sql`${jobs.createdAt} - ${seconds * 1000}` })
    .where(and(eq(jobs.userId, userId), eq(jobs.operationId, operationId)))
    .returning({ step: jobs.step })
  return c.json(aged)
})

seeding.post(damagePath, async (c) => {
  const { userId } = await c.req.json<{ userId: string }>()
  const users = c.env.USER as unknown as DurableObjectNamespace<User>
  await users.getByName(userId).freezeWallet()
  return c.json({})
})

seeding.post(staleSessionsPath, async (c) => {
  const { userId } = await c.req.json<{ userId: string }>()
  const createdAt = sql`${sessions.createdAt} - ${hourMs}`
  await openDirectory(c.env).update(sessions).set({ createdAt, provenAt: null }).where(eq(sessions.userId, userId))
  return c.json({})
})

const seedingPaths = [seedingPath, agingPath, damagePath, staleSessionsPath]

export default {
  ...product,
  fetch: (request, env, context) =>
    seedingPaths.includes(new URL(request.url).pathname)
      ? seeding.fetch(request, env, context)
      : product.fetch(request, env, context)
} satisfies ExportedHandler<Env>
