// Invitations: who comes by a link gets tokens once, while a campaign runs.
import { env } from 'cloudflare:workers'
import { afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
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
  endRole,
  historyOf,
  makeOperator,
  ownLink,
  registerBy,
  rewardFor,
  signedIn
} from '../support/worker/inviting.ts'
import { why } from '../support/worker/console.ts'
import { richOwner } from '../support/worker/operating.ts'
import { operate } from '../support/worker/operator.ts'
import { balanceOf } from '../support/worker/paying.ts'
import { newPerson } from '../support/worker/person.ts'

hashCheaply()

const bonus = 10
const dayMs = 24 * 60 * 60_000
const terms = { invited_tokens: 5, inviter_tokens: 6, purchase_min_kopecks: 10_000, rewards_max: 3, people_max: 9 }

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
    await registerBy(` ${code.toUpperCase()}\u200B. `, email)
    const link = await newestLinkTo(email, 'verify-email')
    const answers = await Promise.all([confirm(link), confirm(link), confirm(link)])
    const person = signedIn(tokensOf(answers.find(({ status }) => status === 200)!))
    expect(await balanceOf(person)).toBe(bonus + 15)
    expect(await historyOf(person)).toContain('Бонус по приглашению')
    expect(await balanceOf(inviter)).toBe(0)
    expect(await ownLink(inviter)).toMatchObject({ code, came: 1, rewarded: 0, invitedTokens: 15, inviterTokens: 30 })
  })

  test.each(['', 'nobody2345', 'кириллица!', 'x'.repeat(300)])(
    'registers without an inviter with the code %j',
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
    await beginCampaign({ endsAt: Date.now() + 60_000 })
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 61_000 })
    expect(await balanceOf(await come(code))).toBe(bonus)
  })

  test('gets nothing for an address that had its bonus, also when that account was erased: no user invites themselves', async () => {
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
    await beginCampaign({ networkMax: 1 })
    const inviter = await newPerson()
    const code = await codeOf(inviter)
    expect(await balanceOf(await come(code))).toBe(bonus + 15)
    const other = await come(code)
    expect(await balanceOf(other)).toBe(bonus)
    await rewardFor(other)
    expect(await balanceOf(inviter)).toBe(0)
  })
})

describe('a campaign', () => {
  test('counts so many as invited, also when all confirm at once; then its links are gone', async () => {
    const id = await beginCampaign({ peopleMax: 2 })
    const inviter = await newPerson()
    const code = await codeOf(inviter)
    const links: string[] = []
    for (let one = 0; one < 4; one++) {
      const email = newAddress()
      await registerBy(code, email)
      links.push(await newestLinkTo(email, 'verify-email'))
    }
    const people = (await Promise.all(links.map((link) => confirm(link)))).map((answer) => signedIn(tokensOf(answer)))
    const balances = await Promise.all(people.map(balanceOf))
    expect(balances.toSorted()).toEqual([bonus, bonus, bonus + 15, bonus + 15])
    expect(await ownLink(inviter)).toBeNull()
    const { campaigns } = (await operate('GET', '/invitations')).data as { campaigns: { id: string }[] }
    expect(campaigns.find((one) => one.id === id)).toMatchObject({ people_max: 2, came: 2, state: 'running' })
  })

  let owner: Awaited<ReturnType<typeof richOwner>>
  beforeAll(async () => void (owner = await richOwner()))

  test.each([
    ['tokens for both that cost more than the purchase', { invited_tokens: 50, inviter_tokens: 60 }, 'Не меньше 110 ₽'],
    ['an impossible purchase', { purchase_min_kopecks: 100 }, 'Сумма от 10 до'],
    ['a purchase that is no number', { purchase_min_kopecks: '10000' }, 'Сумма от 10 до'],
    ['no least purchase', { purchase_min_kopecks: undefined }, 'Сумма от 10 до'],
    ['no most people', { people_max: undefined }, 'Целое число от 1 до 100000'],
    ['too many people', { people_max: 100_001 }, 'Целое число от 1 до 100000']
  ])('is not begun with %s', async (_, wanted, text) => {
    const refused = await owner.call('POST', '/invitations', { ...terms, ends_at: null, ...wanted, ...why() })
    expect(refused.status).toBe(400)
    expect(JSON.stringify(refused)).toContain(text)
  })
})

describe('an account of an operator', () => {
  test('has no link, and its former code brings no invitations; without the role it has one again', async () => {
    await beginCampaign()
    const person = await newPerson()
    const code = await codeOf(person)
    await makeOperator(person)
    expect(await ownLink(person)).toBeNull()
    expect(await balanceOf(await come(code))).toBe(bonus)
    await endRole(person)
    expect(await ownLink(person)).toMatchObject({ code, came: 0 })
    expect(await balanceOf(await come(code))).toBe(bonus + 15)
  })

  test('is not rewarded for who came before the role', async () => {
    await beginCampaign()
    const inviter = await newPerson()
    const friend = await come(await codeOf(inviter))
    await makeOperator(inviter)
    await rewardFor(friend)
    await endRole(inviter)
    // The purchase has decided it.
    await rewardFor(friend)
    expect(await balanceOf(inviter)).toBe(0)
  })

  test('brings its inviter nothing', async () => {
    await beginCampaign()
    const inviter = await newPerson()
    const friend = await come(await codeOf(inviter))
    await makeOperator(friend)
    await rewardFor(friend)
    expect(await balanceOf(inviter)).toBe(0)
  })
})

describe('an operator', () => {
  test('begins one campaign at a time, once by a key, and ends it', async () => {
    const { name, call } = await richOwner()
    const now = Date.now()
    const asked = { ...terms, ends_at: now + dayMs, ...why() }
    const first = await call('POST', '/invitations', asked)
    expect(first).toMatchObject({
      status: 200,
      data: { campaign: { ...terms, network_max: 5, state: 'running', begun_by: name, came: 0, taken_back: 0 } }
    })
    const { id } = (first.data as { campaign: { id: string } }).campaign
    expect(await call('POST', '/invitations', asked)).toMatchObject({ status: 200, data: first.data as object })
    expect(await call('POST', '/invitations', { ...asked, ...why() })).toMatchObject({ status: 409 })
    const { campaigns } = (await operate('GET', '/invitations')).data as { campaigns: { state: string }[] }
    expect(campaigns.filter(({ state }) => state === 'running')).toHaveLength(1)
    expect(await endCampaign(id)).toMatchObject({ status: 200, data: { campaign: { state: 'over' } } })
    const backwards = { ...asked, ...why(), ends_at: now - 1 }
    expect(await call('POST', '/invitations', backwards)).toMatchObject({ status: 400 })
  })

  test('who begins two at once begins one', async () => {
    const { call } = await richOwner()
    const asked = { ...terms, ends_at: null }
    const answers = await Promise.all([1, 2, 3].map(() => call('POST', '/invitations', { ...asked, ...why() })))
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409, 409])
  })
})
