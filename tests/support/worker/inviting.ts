// Campaigns of invitations, the links of users, and people who come by them.
import { env } from 'cloudflare:workers'
import type { Invitation } from '#contract/invitation.ts'
import type { TokenPair } from '#contract/sign-in.ts'
import { claimsOf, confirm, consents, newAddress, newestLinkTo, password, post, tokensOf } from './account.ts'
import { because, operate } from './operator.ts'
import { dataOf, type Person, sendAsVisitor } from './person.ts'

/** Begins a campaign that gives 15 tokens to who comes and 30 to who invited. @returns its id */
export async function beginCampaign(wanted: object = {}): Promise<string> {
  const terms = { invited_tokens: 15, inviter_tokens: 30, rewards_max: 10, network_max: 1000, ends_at: null, ...wanted }
  const answer = await operate('POST', '/invitations', { ...terms, ...because('Приводим друзей') })
  if (answer.status !== 200) throw new Error(JSON.stringify(answer))
  return (answer.data as { campaign: { id: string } }).campaign.id
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

export const block = ({ userId }: Person) => operate('POST', `/people/${userId}/block`, because('Накрутка'))

export const historyOf = async (person: Person): Promise<string> =>
  JSON.stringify(await dataOf(await person.send('GET', '/ai/usage')))
