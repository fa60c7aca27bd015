// A user's limits on spending, over the API: who sets them, what they refuse, and the letter.
import { env } from 'cloudflare:workers'
import { expect, test } from 'vitest'
import type { Budgets } from '#contract/budgets.ts'
import { userOf } from '#durable-objects/stubs.ts'
import { mailsTo } from '../support/worker/account.ts'
import { sendOutgoingMails } from '../support/worker/clock.ts'
import { later, moneyOf, sendWith, standingQueues } from '../support/worker/generating.ts'
import { answered, dataOf, newPerson, type Person } from '../support/worker/person.ts'
import { holdOf, ringUntilQuiet, settleOf } from '../support/worker/wallet-rows.ts'

const short = { prompt: 'Кратко: что такое радуга?', model: 'gpt-4o-mini' }

const limitOf = async (person: Person, period: string, limitTokens: number | null) =>
  (await dataOf<Budgets>(await person.send('PUT', `/user/budgets/${period}`, { limitTokens }))).budgets.find(
    (budget) => budget.period === period
  )

test('what does not fit a limit is refused in plain words and changes nothing; lifted, it begins', async () => {
  const person = await newPerson({ tokens: 100, paid: true })
  expect(await limitOf(person, 'day', 2)).toMatchObject({ limitTokens: 2, spentTokens: 0 })
  expect(await answered(await person.send('POST', '/ai/text/chatgpt', short))).toMatchObject({
    status: 402,
    code: 'BUDGET_EXCEEDED',
    error: expect.stringMatching(/^Вы поставили себе лимит: 2 токена в день\. Свободно 2 токена\. Токены не списаны\./)
  })
  const { bindings } = standingQueues()
  const picture = { prompt: 'Маяк', model: 'flux-pro' }
  const sent = () => sendWith(person, bindings, '/ai/image/flux', { body: picture, headers: later })
  expect(await answered(await sent())).toMatchObject({ status: 402, code: 'BUDGET_EXCEEDED' })
  expect(await moneyOf(person)).toEqual({ availableTokens: 100, reservedTokens: 0 })
  await dataOf(await person.send('POST', '/user/budgets/day/lift'))
  await dataOf(await person.send('POST', '/ai/text/chatgpt', short))
  expect((await sent()).status).toBe(202)
  const { budgets } = await dataOf<Budgets>(await person.send('GET', '/user/budgets'))
  expect(budgets[0]).toMatchObject({ limitTokens: 2, spentTokens: 5, liftedUntil: expect.any(Number) })
})

test.each([
  ['a fraction', 'day', { limitTokens: 1.5 }, 400],
  ['nothing', 'day', { limitTokens: 0 }, 400],
  ['too much', 'month', { limitTokens: 1e12 }, 400],
  ['a text', 'month', { limitTokens: '5' }, 400],
  ['no number at all', 'total', {}, 400],
  ['another period', 'year', { limitTokens: 5 }, 400]
])('a limit of %s is refused', async (_what, period, body, status) => {
  const person = await newPerson()
  expect(await answered(await person.send('PUT', `/user/budgets/${period}`, body))).toMatchObject({ status })
  const { budgets } = await dataOf<Budgets>(await person.send('GET', '/user/budgets'))
  expect(budgets.map(({ limitTokens }) => limitTokens)).toEqual([null, null, null])
})

test('a limit that is not there, or has no end, cannot be lifted', async () => {
  const person = await newPerson()
  await limitOf(person, 'total', 5)
  for (const period of ['day', 'total'])
    expect(await answered(await person.send('POST', `/user/budgets/${period}/lift`))).toMatchObject({
      status: 409,
      code: 'CONFLICT'
    })
})

test('the limits of one user are not those of another', async () => {
  const [anna, boris] = [await newPerson({ tokens: 10 }), await newPerson({ tokens: 10 })]
  await limitOf(anna, 'day', 1)
  await dataOf(await boris.send('POST', '/ai/text/chatgpt', short))
  expect(await limitOf(anna, 'month', 7)).toMatchObject({ spentTokens: 0 })
})

test('the letter tells what is spent and where the limit is changed', async () => {
  const person = await newPerson({ tokens: 100 })
  await limitOf(person, 'month', 10)
  const wallet = userOf(env, person.userId)
  await wallet.reserve(holdOf('a', { priceTokens: 9 }))
  await wallet.settle(settleOf('a', 9))
  await ringUntilQuiet(person.userId)
  await sendOutgoingMails(env, Date.now())
  const { results } = await env.DB.prepare('select email from users where id = ?').bind(person.userId).all()
  const [mail] = await mailsTo(String(results[0]?.['email']))
  expect(mail?.subject).toBe('Потрачено 90 % вашего лимита')
  expect(mail?.text).toContain('Вы поставили себе лимит: 10 токенов в месяц. По нему потрачено 9 токенов.')
  expect(mail?.text).toContain(`${env.SITE_ORIGIN}/profile#limits`)
})
