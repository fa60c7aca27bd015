// An inviter gets a reward for the first purchase of the invited user: once, up to a limit, and however the payment ends.
import { env } from 'cloudflare:workers'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
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
  purchase,
  rewardFor
} from '../support/worker/inviting.ts'
import { because, operate } from '../support/worker/operator.ts'
import {
  accepted,
  balanceOf,
  begin,
  confirm as confirmPayment,
  letCheckAge,
  notificationOf,
  notify,
  packageOf,
  pay,
  rowOf
} from '../support/worker/paying.ts'
import { answered, newPerson, type Person } from '../support/worker/person.ts'

hashCheaply()

const bonus = 10

beforeEach(() => void vi.spyOn(console, 'warn').mockReturnValue())
afterEach(async () => {
  vi.useRealTimers()
  await endCampaigns()
  vi.restoreAllMocks()
})

describe('who invited', () => {
  test('is rewarded with the first purchase of the other, also when two ways of a payment end at once', async () => {
    await beginCampaign()
    const inviter = await newPerson()
    const friend = await come(await codeOf(inviter))
    const begun = await begin(friend)
    expect(await balanceOf(inviter)).toBe(0)
    await pay(begun)
    const notification = await notificationOf(begun.id)
    await Promise.all([confirmPayment(friend, begun.id), notify(notification), confirmPayment(friend, begun.id)])
    expect(await balanceOf(inviter)).toBe(30)
    await purchase(friend)
    expect(await balanceOf(inviter)).toBe(30)
    expect(await historyOf(inviter)).toContain('Бонус за приглашённого друга')
    expect(await historyOf(inviter)).not.toContain(friend.userId)
    expect(await ownLink(inviter)).toMatchObject({ came: 1, rewarded: 1 })
  })

  test('is not rewarded with a purchase below the least one, which leaves the decision to a later one', async () => {
    await beginCampaign({ purchaseMinKopecks: 10_001 })
    const inviter = await newPerson()
    const friend = await come(await codeOf(inviter))
    await purchase(friend, packageOf('tokens-100'))
    expect(await balanceOf(inviter)).toBe(0)
    expect(await ownLink(inviter)).toMatchObject({ purchaseMinRub: 100.01, came: 1, rewarded: 0 })
    await purchase(friend, packageOf('tokens-500'))
    expect(await balanceOf(inviter)).toBe(30)
    await purchase(friend, packageOf('tokens-500'))
    expect(await balanceOf(inviter)).toBe(30)
  })

  test('is rewarded with a purchase of exactly the least one', async () => {
    await beginCampaign({ purchaseMinKopecks: 10_000 })
    const inviter = await newPerson()
    await purchase(await come(await codeOf(inviter)), packageOf('tokens-100'))
    expect(await balanceOf(inviter)).toBe(30)
  })

  test('is rewarded by the repetition when the call died after it had credited the payment', async () => {
    await beginCampaign()
    const inviter = await newPerson()
    const friend = await come(await codeOf(inviter))
    const begun = await begin(friend)
    await pay(begun)
    // The reward cannot be stored.
    await env.DB.prepare(
      `create trigger no_reward before update on invitations begin select raise(abort, 'the call dies here'); end`
    ).run()
    vi.spyOn(console, 'error').mockReturnValue()
    await answered(await friend.send('POST', `/tokens/payment/${begun.id}/success`))
    expect([await balanceOf(inviter), (await rowOf(begun.id)).status]).toEqual([0, 'pending'])
    await env.DB.prepare('drop trigger no_reward').run()
    await letCheckAge(begun.id)
    expect(await notify(await notificationOf(begun.id))).toEqual(accepted)
    expect([await balanceOf(inviter), (await rowOf(begun.id)).status]).toEqual([30, 'succeeded'])
    expect(await balanceOf(friend)).toBe(bonus + 15 + 550)
  })

  test('is not rewarded again by a repetition that finds the reward credited but not stored', async () => {
    await beginCampaign()
    const inviter = await newPerson()
    const friend = await come(await codeOf(inviter))
    await Promise.all([1, 2, 3].map(() => rewardFor(friend)))
    await env.DB.prepare('update invitations set credited_at = null where user_id = ?').bind(friend.userId).run()
    await rewardFor(friend)
    expect(await balanceOf(inviter)).toBe(30)
  })

  test('is rewarded for so many, also when all buy at once', async () => {
    await beginCampaign({ rewardsMax: 2 })
    const inviter = await newPerson()
    const code = await codeOf(inviter)
    const friends: Person[] = []
    for (let one = 0; one < 4; one++) friends.push(await come(code))
    await Promise.all(friends.map((friend) => rewardFor(friend)))
    expect(await balanceOf(inviter)).toBe(60)
    expect(await ownLink(inviter)).toMatchObject({ came: 4, rewarded: 2 })
  })

  test('is rewarded for who came before the end, and not once blocked or erased', async () => {
    const id = await beginCampaign()
    const [inviter, blocked, erased] = [await newPerson(), await newPerson(), await newPerson()]
    const codes = [await codeOf(inviter), await codeOf(blocked), await codeOf(erased)]
    const friends: Person[] = []
    for (const code of codes) friends.push(await come(code))
    await endCampaign(id)
    await block(blocked)
    await env.DB.prepare('update users set deletion_requested_at = 1 where id = ?').bind(erased.userId).run()
    await eraseAccounts(env, Date.now())
    for (const friend of friends) await rewardFor(friend)
    expect([await balanceOf(inviter), await balanceOf(blocked), await balanceOf(erased)]).toEqual([30, 0, 0])
    // The first purchase has decided it.
    await operate('POST', `/people/${blocked.userId}/unblock`, because('Разобрались'))
    await rewardFor(friends[1]!)
    expect(await balanceOf(blocked)).toBe(0)
    const { results } = await env.DB.prepare('select inviter_id from invitations').all()
    expect(JSON.stringify(results)).not.toContain(erased.userId)
  })
})
