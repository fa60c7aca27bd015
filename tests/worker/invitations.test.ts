// Invitations: who comes by a link gets tokens once, while a campaign runs.
import { env } from 'cloudflare:workers'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { rewardInviter } from '#worker/payments/reward-inviter.ts'
import { confirm, newAddress, newestLinkTo, tokensOf } from '../support/worker/account.ts'
import { eraseAccounts } from '../support/worker/clock.ts'
import { hashCheaply } from '../support/worker/hashing.ts'
import {
  beginCampaign,
  block,
  codeOf,
  come,
  endCampaign,
  endCampaigns,
  historyOf,
  ownLink,
  registerBy,
  signedIn
} from '../support/worker/inviting.ts'
import { because, operate } from '../support/worker/operator.ts'
import { balanceOf } from '../support/worker/paying.ts'
import { newPerson } from '../support/worker/person.ts'

hashCheaply()

const bonus = 10
const dayMs = 24 * 60 * 60_000

beforeEach(() => void vi.spyOn(console, 'warn').mockReturnValue())
afterEach(async () => {
  vi.useRealTimers()
  await endCampaigns()
  vi.restoreAllMocks()
})

describe('who comes by an invitation', () => {
  test('gets the tokens with the confirmed address, once however often the link is opened', async () => {
    await beginCampaign()
    const inviter = await newPerson()
    const email = newAddress()
    const code = await codeOf(inviter)
    await registerBy(` ${code.toUpperCase()} `, email)
    const link = await newestLinkTo(email, 'verify-email')
    const answers = await Promise.all([confirm(link), confirm(link), confirm(link)])
    const person = signedIn(tokensOf(answers.find(({ status }) => status === 200)!))
    expect(await balanceOf(person)).toBe(bonus + 15)
    expect(await historyOf(person)).toContain('Бонус по приглашению')
    expect(await balanceOf(inviter)).toBe(0)
    expect(await ownLink(inviter)).toMatchObject({ code, came: 1, rewarded: 0, invitedTokens: 15, inviterTokens: 30 })
  })

  test.each(['', 'nobody2345', 'кириллица!', 'x'.repeat(300)])(
    'registers as anybody with the code %j',
    async (code) => {
      await beginCampaign()
      expect(await balanceOf(await come(code))).toBe(bonus)
    }
  )

  test('gets nothing when no campaign runs any more, is over, or the inviter is blocked', async () => {
    const ended = await beginCampaign()
    const [inviter, blocked] = [await newPerson(), await newPerson()]
    const [code, blockedCode] = [await codeOf(inviter), await codeOf(blocked)]
    await block(blocked)
    expect(await balanceOf(await come(blockedCode))).toBe(bonus)
    await endCampaign(ended)
    expect(await balanceOf(await come(code))).toBe(bonus)
    expect(await ownLink(inviter)).toBeNull()
    await beginCampaign({ ends_at: Date.now() + 60_000 })
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 61_000 })
    expect(await balanceOf(await come(code))).toBe(bonus)
  })

  test('gets nothing for an address that had its bonus, also when that account was erased: nobody invites themselves', async () => {
    await beginCampaign()
    const email = newAddress()
    const first = await come('', email)
    const own = await codeOf(first)
    const inviter = await newPerson()
    const code = await codeOf(inviter)
    const [name, host] = email.split('@')
    // The same address once more ends in a mail that says that there is an account.
    await registerBy(own, `${name}+again@${host}`)
    expect(await ownLink(first)).toMatchObject({ came: 0 })
    await env.DB.prepare('update users set deletion_requested_at = 1 where id = ?').bind(first.userId).run()
    await eraseAccounts(env, Date.now())
    expect(await balanceOf(await come(code, email, 2))).toBe(0)
    expect(await ownLink(inviter)).toMatchObject({ came: 0 })
  })

  test('is one of so many of a network a day; the others register without', async () => {
    await beginCampaign({ network_max: 1 })
    const inviter = await newPerson()
    const code = await codeOf(inviter)
    expect(await balanceOf(await come(code))).toBe(bonus + 15)
    const other = await come(code)
    expect(await balanceOf(other)).toBe(bonus)
    await rewardInviter(env, other.userId, Date.now())
    expect(await balanceOf(inviter)).toBe(0)
  })
})

describe('an operator', () => {
  test('begins one campaign at a time, once by a key, and ends it', async () => {
    const now = Date.now()
    const asked = { invited_tokens: 5, inviter_tokens: 6, rewards_max: 3, ends_at: now + dayMs, ...because() }
    const first = await operate('POST', '/invitations', asked)
    expect(first).toMatchObject({
      status: 200,
      data: { campaign: { network_max: 5, state: 'running', begun_by: 'anna' } }
    })
    const { id } = (first.data as { campaign: { id: string } }).campaign
    expect(await operate('POST', '/invitations', asked)).toMatchObject({ status: 200, data: first.data as object })
    expect(await operate('POST', '/invitations', { ...asked, ...because() })).toMatchObject({ status: 409 })
    const { campaigns } = (await operate('GET', '/invitations')).data as { campaigns: { state: string }[] }
    expect(campaigns.filter(({ state }) => state === 'running')).toHaveLength(1)
    expect(await endCampaign(id)).toMatchObject({ status: 200, data: { campaign: { state: 'over' } } })
    const backwards = { ...asked, ...because(), ends_at: now - 1 }
    expect(await operate('POST', '/invitations', backwards)).toMatchObject({ status: 400 })
  })

  test('who begins two at once begins one', async () => {
    const asked = { invited_tokens: 5, inviter_tokens: 6, rewards_max: 3, ends_at: null }
    const answers = await Promise.all([1, 2, 3].map(() => operate('POST', '/invitations', { ...asked, ...because() })))
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409, 409])
  })
})
