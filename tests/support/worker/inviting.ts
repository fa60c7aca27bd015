// Campaigns of invitations, the links of users, and people who come by them.
import { env } from 'cloudflare:workers'
import { isNull } from 'drizzle-orm'
import { expect } from 'vitest'
import type { Invitation } from '#contract/invitation.ts'
import type { TokenPair } from '#contract/sign-in.ts'
import { openDirectory } from '#data/base/database.ts'
import { addCampaign, type CampaignRow } from '#data/directory/invitation-campaigns.ts'
import { addInvitation } from '#data/directory/invitations.ts'
import { invitationCampaigns } from '#data/directory/schema-invitations.ts'
import { digestOf } from '#worker/crypto/digest.ts'
import { rewardInviter } from '#worker/payments/reward-inviter.ts'
import { claimsOf, confirm, consents, newAddress, newestLinkTo, password, post, tokensOf } from './account.ts'
import { because, operate } from './operator.ts'
import { balanceOf, begin, confirm as confirmPayment, pay } from './paying.ts'
import { dataOf, newPerson, type Person, sendAsVisitor } from './person.ts'

/** Begins a campaign that gives 15 tokens to who comes and 30 to who invited, for a purchase from 100 roubles. @returns its id */
export async function beginCampaign(wanted: Partial<CampaignRow> = {}): Promise<string> {
  const id = digestOf(crypto.randomUUID())
  const tokens = { invitedTokens: 15, inviterTokens: 30, purchaseMinKopecks: 10_000 }
  const roomy = { rewardsMax: 10, networkMax: 1000, peopleMax: 1000, endsAt: null }
  const row = { id, ...tokens, ...roomy, createdAt: Date.now(), createdBy: 'anna', ...wanted }
  if (!(await addCampaign(openDirectory(env), row))) throw new Error('Another campaign runs')
  return id
}

export const endCampaign = (id: string) => operate('POST', `/invitations/${id}/end`, because('Хватит'))

/** One runs at a time: after each test none does. */
export const endCampaigns = () =>
  env.DB.prepare('update invitation_campaigns set ended_at = 1 where ended_at is null').run()

export const ownLink = async (person: Person) =>
  (await dataOf<{ invitation: Invitation | null }>(await person.send('GET', '/user/invitation'))).invitation

export async function codeOf(person: Person): Promise<string> {
  const link = await ownLink(person)
  if (!link) throw new Error('No campaign runs')
  return link.code
}

export function signedIn({ accessToken }: TokenPair): Person {
  const { sub: userId, sid: sessionId } = claimsOf(accessToken)
  const authorization = `Bearer ${accessToken}`
  const send: Person['send'] = (method, path, body, headers = {}) =>
    sendAsVisitor(method, path, body, { authorization, ...headers })
  return { userId, sessionId, send }
}

export const registerBy = (invite: string, email: string) =>
  post('/api/auth/register', { email, password, consents, invite })

/** Registers by a link and opens the one in the mail. @param mails with a link, that the address has then got */
export async function come(invite: string, email = newAddress(), mails = 1): Promise<Person> {
  const { status, text } = await registerBy(invite, email)
  if (status !== 200) throw new Error(text)
  return signedIn(tokensOf(await confirm(await newestLinkTo(email, 'verify-email', mails))))
}

/** Rewards the inviter of this user, as a purchase does. @returns the id of the purchase */
export async function rewardFor({ userId }: Pick<Person, 'userId'>, paidKopecks = 50_000): Promise<string> {
  const id = crypto.randomUUID()
  await rewardInviter(env, { id, userId }, paidKopecks, Date.now())
  return id
}

/** Gives the account a role, as `npm run operator` does. */
export const makeOperator = ({ userId }: Person) =>
  env.DB.prepare(
    `insert into operators (user_id, name, role, granted_at, granted_by, enrol_until) values (?1, ?1, 'finance', 1, 'anna', 1)`
  )
    .bind(userId)
    .run()

export const endRole = ({ userId }: Person) =>
  env.DB.prepare('update operators set ended_at = 1 where user_id = ?').bind(userId).run()

export const block = ({ userId }: Person) => operate('POST', `/people/${userId}/block`, because('Накрутка'))

export const historyOf = async (person: Person): Promise<string> =>
  JSON.stringify(await dataOf(await person.send('GET', '/ai/usage')))

/** @returns the id of the purchase, of 500 roubles unless told */
export async function purchase(person: Person, what?: object): Promise<string> {
  const begun = await begin(person, what)
  await pay(begun)
  await confirmPayment(person, begun.id)
  return begun.id
}

/** A new user who came by the code of this one, as `come` does, without the registration. */
export async function friendOf(inviter: Person): Promise<Person> {
  const [code, friend] = [await codeOf(inviter), await newPerson()]
  const [campaign] = await openDirectory(env)
    .select()
    .from(invitationCampaigns)
    .where(isNull(invitationCampaigns.endedAt))
  const invitation = { id: crypto.randomUUID(), userId: friend.userId, code, campaignId: campaign!.id, now: Date.now() }
  await addInvitation(openDirectory(env), invitation)
  return friend
}

/** A user who was rewarded with 30 tokens for a friend's purchase of 500 roubles. */
export async function newInviter(terms: Partial<CampaignRow> = {}) {
  await beginCampaign(terms)
  const inviter = await newPerson()
  const friend = await friendOf(inviter)
  const paymentId = await purchase(friend)
  expect(await balanceOf(inviter)).toBe(30)
  return { inviter, friend, paymentId }
}
