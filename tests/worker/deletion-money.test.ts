// Payments, jobs and Premium while an account is waiting for its deletion: nothing paid is lost before the grace period
// ends, nothing is charged afterwards, and the owner is told what is left.
import { env } from 'cloudflare:workers'
import { expect, test, vi } from 'vitest'
import { openDirectory } from '#data/base/database.ts'
import { subscriptions } from '#data/directory/schema-subscriptions.ts'
import { call, claimsOf, mailsTo, password, post, signIn, tokensOf } from '#tests/support/worker/account.ts'
import { eraseAccounts } from '#tests/support/worker/clock.ts'
import { jobOf, later, overOf, submitted } from '#tests/support/worker/generating.ts'
import { hashCheaply } from '#tests/support/worker/hashing.ts'
import { controlSandbox } from '#tests/support/worker/jobs.ts'
import {
  accepted,
  balanceOf,
  begin,
  notificationOf,
  notify,
  packageOf,
  pay,
  rowOf
} from '#tests/support/worker/paying.ts'
import { type Person, sendAsVisitor } from '#tests/support/worker/person.ts'
import { newRegistered } from '#tests/support/worker/registered.ts'

hashCheaply()

const directory = openDirectory(env)
const dayMs = 24 * 60 * 60 * 1000

type Owner = Person & { email: string; accessToken: string }

const personOf = (accessToken: string): Person => {
  const { sub, sid } = claimsOf(accessToken)
  const send: Person['send'] = (method, path, body, headers = {}) =>
    sendAsVisitor(method, path, body, { authorization: `Bearer ${accessToken}`, ...headers })
  return { userId: sub, sessionId: sid, send }
}

async function newOwner(): Promise<Owner> {
  const { email, accessToken } = await newRegistered(10)
  return { ...personOf(accessToken), email, accessToken }
}

const askDeletion = async ({ accessToken }: Owner) => {
  expect((await post('/api/user/deletion', { currentPassword: password }, { accessToken })).status).toBe(200)
}

/** The owner signs in again, which cancels the deletion. */
const comeBack = async ({ email }: Owner): Promise<Person> => {
  const answer = await signIn(email)
  expect(answer.body.data).toMatchObject({ restored: true })
  return personOf(tokensOf(answer).accessToken)
}

const deletionMail = ({ email }: Owner) =>
  vi.waitFor(
    async () => {
      const found = (await mailsTo(email, 1)).find(({ subject }) => subject === 'Аккаунт будет удалён')
      if (!found) throw new Error('No mail about the deletion')
      return found.text
    },
    { timeout: 20_000 }
  )

test('a payment begun before is credited when it succeeds, and is there when the owner comes back', async () => {
  const owner = await newOwner()
  const begun = await begin(owner, packageOf('tokens-500'))
  await askDeletion(owner)
  await pay(begun)
  expect(await notify(await notificationOf(begun.id))).toEqual(accepted)
  const credited = (await rowOf(begun.id)).totalTokens + 10
  expect(await balanceOf(await comeBack(owner))).toBe(credited)
})

test('a payment that succeeds after the erasure stays in the books without an address', async () => {
  const owner = await newOwner()
  const begun = await begin(owner)
  await askDeletion(owner)
  await pay(begun)
  const notification = await notificationOf(begun.id)
  await eraseAccounts(env, Date.now() + 15 * dayMs)
  expect(await notify(notification)).toEqual(accepted)
  expect(await rowOf(begun.id)).toMatchObject({ status: 'succeeded', receiptEmail: null })
  expect((await signIn(owner.email)).body.code).toBe('INVALID_CREDENTIALS')
})

test('nothing new can be bought, asked or generated from then on', async () => {
  const owner = await newOwner()
  await askDeletion(owner)
  for (const [path, body] of [
    ['/api/tokens/purchase', packageOf('tokens-100')],
    ['/api/ai/text/chatgpt', { prompt: 'Кратко: что такое эхо?' }],
    ['/api/ai/image/flux', { prompt: 'море' }]
  ] as const)
    expect((await call(path, { body, accessToken: owner.accessToken })).status, path).toBe(401)
})

test('a running job is completed, charged once, and there when the owner comes back', async () => {
  await controlSandbox({ speed: 2000, mediaFault: null })
  const owner = await newOwner()
  const { job } = await submitted(await owner.send('POST', '/ai/image/flux', { prompt: 'море' }, later))
  await askDeletion(owner)
  const person = await comeBack(owner)
  expect(await overOf(person, job.id)).toMatchObject({ state: 'completed', chargedTokens: job.priceTokens })
  expect(await balanceOf(person)).toBe(10 - job.priceTokens)
  expect((await jobOf(person, job.id)).files).toHaveLength(1)
})

test('the mail names the tokens that are left, and none when there are none', async () => {
  const [rich, poor] = [await newOwner(), await newOwner()]
  const spent = await poor.send('POST', '/ai/text/chatgpt', { prompt: 'Кратко: что такое эхо?', model: 'gpt-4o-mini' })
  expect(spent.status).toBe(200)
  const again = await poor.send('POST', '/ai/text/chatgpt', { prompt: 'Кратко: что такое тень?', model: 'gpt-4o-mini' })
  expect([again.status, await balanceOf(poor)]).toEqual([200, 0])
  await askDeletion(rich)
  await askDeletion(poor)
  expect(await deletionMail(rich)).toContain('На счёте 10 токенов.')
  expect(await deletionMail(poor)).not.toMatch(/На счёте|Premium/)
})

test('Premium is not renewed: its card is removed at once and stays removed when the owner comes back', async () => {
  const owner = await newOwner()
  const now = Date.now()
  const month = { periodStart: now, periodEnd: now + 30 * dayMs, accessUntil: now + 30 * dayMs }
  await directory.insert(subscriptions).values({
    userId: owner.userId,
    id: crypto.randomUUID(),
    state: 'active',
    priceKopecks: 99_000,
    anchorAt: now,
    months: 1,
    ...month,
    methodId: 'method-of-the-owner',
    methodTitle: 'Bank card *4444',
    attempts: 0,
    changeId: crypto.randomUUID(),
    nextActionAt: now + 27 * dayMs
  })
  await askDeletion(owner)
  const planOf = () =>
    env.DB.prepare('select state, method_id as method from subscriptions where user_id = ?').bind(owner.userId).first()
  expect(await planOf()).toEqual({ state: 'cancelled', method: null })
  expect(await deletionMail(owner)).toContain('Premium больше не продлится')
  await comeBack(owner)
  expect(await planOf()).toEqual({ state: 'cancelled', method: null })
})
