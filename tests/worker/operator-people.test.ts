// A person is found and seen in the console; what each role sees, and what is recorded of it.
import { env } from 'cloudflare:workers'
import { beforeAll, describe, expect, test } from 'vitest'
import type { PersonLine } from '#contract/operator/people/people.ts'
import { signUp } from '../support/worker/account.ts'
import { callAs, cardFor, findAs, recordAbout } from '../support/worker/console.ts'
import { plansOf } from '../support/worker/query-plans.ts'
import { hashCheaply } from '../support/worker/hashing.ts'
import { emailOf, newOperator, type OperatorPerson } from '../support/worker/operating.ts'
import { addChat, addJob, question } from '../support/worker/owner.ts'
import { userOf } from '#durable-objects/stubs.ts'
import { makeCall } from '../support/worker/metered.ts'
import { holdOf } from '../support/worker/wallet-rows.ts'
import { newPerson } from '../support/worker/person.ts'
import { addPayment } from '../support/worker/reconciling.ts'
import { addUsage } from '../support/worker/usage-rows.ts'

hashCheaply()

let owner: OperatorPerson
let support: OperatorPerson
beforeAll(async () => {
  owner = await newOperator('owner')
  support = await newOperator('support')
})

describe('finding', () => {
  test('by an address however it is spelled, a user, a payment of ours or the provider’s, and a job', async () => {
    const person = await newPerson()
    const { userId } = person
    const { jobId } = await addJob(userId)
    const providerPaymentId = `provider-${userId}`
    const paymentId = await addPayment(person, { providerPaymentId })
    expect(await findAs(support, (await emailOf(userId)).toUpperCase())).toMatchObject([
      { user_id: userId, by: 'email' }
    ])
    expect(await findAs(support, userId)).toMatchObject([{ user_id: userId, by: 'user' }])
    expect(await findAs(support, paymentId)).toMatchObject([{ user_id: userId, by: 'payment' }])
    expect(await findAs(support, providerPaymentId)).toMatchObject([{ user_id: userId, by: 'payment' }])
    expect(await findAs(support, jobId)).toMatchObject([{ user_id: userId, by: 'job' }])
  })

  test('by an operation that has ended, and by an alarm that names a user', async () => {
    const person = await newPerson({ tokens: 5 })
    const operationId = `answer-of-${person.userId}`
    await addUsage(person.userId, { operationId })
    const alarm = await env.DB.prepare(
      `insert into alarms (kind, subject, user_id, detail, first_at, last_at, count)
        values ('wallet-frozen', ?1, ?1, '{}', 1, 1, 1) returning id`
    )
      .bind(person.userId)
      .first<number>('id')
    expect(await findAs(support, operationId)).toMatchObject([{ user_id: person.userId, by: 'operation' }])
    expect(await findAs(support, String(alarm))).toMatchObject([{ user_id: person.userId, by: 'alarm' }])
    const { steps } = await plansOf(person.userId, () => findAs(support, operationId))
    expect(steps.filter((step) => step.includes('usage'))).toEqual([expect.stringContaining('usage_of_operation')])
  })

  test('an operation that every user has finds no user', async () => {
    for (let user = 0; user < 6; user++) await addUsage(`h1-${user}`, { operationId: 'bonus:all', service: 'bonus' })
    expect(await findAs(support, 'bonus:all')).toEqual([])
  })

  test('a part of an address or an id finds no user', async () => {
    const { userId } = await newPerson()
    expect(await findAs(support, '@person.example')).toEqual([])
    expect(await findAs(support, userId.slice(0, -1))).toEqual([])
    expect(await findAs(support, '%')).toEqual([])
  })
})

describe('the card', () => {
  test('shows the account, the balance and what hangs on it, and no text of the person', async () => {
    const person = await newPerson({ tokens: 500 })
    await addChat(person.userId)
    const { jobId } = await addJob(person.userId)
    const paymentId = await addPayment(person)
    const card = await cardFor(owner, person.userId)
    expect(card).toMatchObject({
      account: { email: await emailOf(person.userId), blocked_at: null, erased_at: null, plan: 'free' },
      balance: { available_tokens: 500, debt_tokens: 0 },
      sessions: [{ id: person.sessionId, ip: '127.0.0.1' }],
      payments: [{ id: paymentId }],
      jobs: [{ id: jobId }]
    })
    expect(card.limits.stored_bytes).toBeGreaterThan(0)
    expect(JSON.stringify(card)).not.toContain(question)
  })

  test('shows what runs now against the most that may, and how often everybody may ask', async () => {
    const person = await newPerson({ tokens: 50 })
    await userOf(env, person.userId).reserve(holdOf('answer-1'))
    await userOf(env, person.userId).reserve(
      holdOf('job-1', { owner: 'job', operation: { service: 'flux', model: null, action: { kind: 'image' } } })
    )
    // A tab of calls stays open for minutes after the last one.
    await makeCall(userOf(env, person.userId), 'call-1')
    const { limits } = await cardFor(support, person.userId)
    expect(limits.running).toEqual({
      answers: 1,
      answers_max: Number(env.LIMIT_RUNNING_ANSWERS),
      jobs: 1,
      jobs_max: Number(env.LIMIT_RUNNING_JOBS)
    })
    expect(limits.rates).toContainEqual({ what: 'answers', max: Number(env.LIMIT_TEXT_PER_MINUTE), per: 'minute' })
  })

  test('shows addresses of networks to owners alone', async () => {
    const { userId } = await signUp()
    const seen = await cardFor(owner, userId)
    const less = await cardFor(support, userId)
    expect(seen.consents[0]?.ip).toEqual(expect.any(String))
    expect([...less.sessions, ...less.consents].map(({ ip }) => ip)).toEqual([null, null, null])
  })

  test('each opening is in the record', async () => {
    const { userId } = await newPerson()
    await cardFor(support, userId)
    await cardFor(support, userId)
    expect(await recordAbout(userId)).toMatchObject(
      [1, 2].map(() => ({ phase: 'read', action: 'person-read', operator: support.name }))
    )
    expect(await callAs(support, 'GET', '/people/nobody')).toMatchObject({ status: 404 })
  })

  test('the chain of the wallet is read page by page', async () => {
    const { userId } = await newPerson({ tokens: 10 })
    for (let times = 0; times < 55; times++)
      await env.USER.getByName(userId).credit({
        id: `gift:${times}`,
        amountTokens: 1,
        service: 'bonus',
        action: { kind: 'signup-bonus' }
      })
    const page = async (query = '') =>
      (await callAs(support, 'GET', `/people/${userId}/lines${query}`)).data as {
        lines: PersonLine[]
        next: number | null
      }
    const first = await page()
    const second = await page(`?before=${first.next}`)
    expect([first.lines.length, second.lines.length, second.next]).toEqual([50, 6, null])
    expect(first.lines[0]).toMatchObject({ operation_id: 'gift:54', cost_tokens: -1, balance_after: 65 })
  })
})

describe('what a person has written', () => {
  test('is read by an owner who says why, and the record has it', async () => {
    const { userId } = await newPerson()
    const { id: chat } = await addChat(userId)
    const { jobId } = await addJob(userId)
    const reason = 'Жалоба на содержание, запрос 44'
    const list = await callAs(owner, 'POST', `/people/${userId}/conversations/read`, { reason })
    expect(list).toMatchObject({ status: 200, data: { total: 1, conversations: [{ id: chat }] } })
    const texts = await callAs(owner, 'POST', `/people/${userId}/conversations/${chat}/read`, { reason })
    expect(JSON.stringify(texts.data)).toContain(question)
    const work = await callAs(owner, 'POST', `/people/${userId}/works/${jobId}/read`, { reason })
    expect(work).toMatchObject({ status: 200, data: { work: { id: jobId } } })
    expect(await recordAbout(userId)).toMatchObject(
      ['work-read', 'chat-read', 'texts-read'].map((action) => ({
        phase: 'read',
        action,
        reason,
        operator: owner.name
      }))
    )
  })

  test.each(['conversations/read', 'conversations/1/read', 'works/x/read'])(
    '%s needs a reason, and an owner',
    async (path) => {
      const { userId } = await newPerson()
      expect(await callAs(owner, 'POST', `/people/${userId}/${path}`, {})).toMatchObject({ status: 400 })
      const reason = 'Просто так хочется'
      expect(await callAs(support, 'POST', `/people/${userId}/${path}`, { reason })).toMatchObject({ status: 403 })
    }
  )

  test('is not read under another person’s id', async () => {
    const [one, other] = [await newPerson({ shard: 1 }), await newPerson({ shard: 1 })]
    const { id: chat } = await addChat(one.userId)
    const { jobId } = await addJob(one.userId)
    const body = { reason: 'Жалоба на содержание' }
    for (const path of [`conversations/${chat}/read`, `works/${jobId}/read`])
      expect(await callAs(owner, 'POST', `/people/${other.userId}/${path}`, body)).toMatchObject({ status: 404 })
  })
})
