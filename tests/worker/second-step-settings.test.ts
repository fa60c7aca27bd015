import { env } from 'cloudflare:workers'
import { beforeEach, expect, test, vi } from 'vitest'
import { mailsTo, post } from '#tests/support/worker/account.ts'
import { callAs, cardFor, recordAbout, why } from '#tests/support/worker/console.ts'
import { hashCheaply } from '#tests/support/worker/hashing.ts'
import { codeOf, newOperator } from '#tests/support/worker/operating.ts'
import {
  addPasskey,
  age,
  connect,
  enterWith,
  firstStep,
  logIn,
  newGuarded,
  newHolder,
  prove,
  secondStep,
  waitForBudgets
} from '#tests/support/worker/ways-in.ts'

hashCheaply()
beforeEach(() => void vi.useFakeTimers({ toFake: ['Date'] }))

test('are switched on only with something that can take the step, and once', async () => {
  const owner = await newHolder()
  expect(await owner.ask('PUT', '/user/second-step', { on: true })).toMatchObject({ status: 409, code: 'CONFLICT' })
  await connect(owner)
  const answers = await Promise.all([1, 2, 3].map(() => owner.ask('PUT', '/user/second-step', { on: true })))
  const lists = answers.map(({ data }) => (data as { recoveryCodes: string[] | null }).recoveryCodes)
  expect(lists.filter((list) => list !== null)).toHaveLength(1)
  waitForBudgets()
  const [codes] = lists.filter((list) => list !== null)
  expect((await secondStep(await firstStep(owner), { recovery: codes?.[9] })).status).toBe(200)
})

test('keep the only authenticator while the step is on, and connect no second one', async () => {
  const { owner } = await newGuarded()
  await prove(owner)
  const kept = { status: 409, code: 'LAST_SECOND_STEP' }
  expect(await owner.ask('DELETE', '/user/authenticator')).toMatchObject(kept)
  expect(await owner.ask('POST', '/user/authenticator', {})).toMatchObject({ status: 409, code: 'CONFLICT' })
  await addPasskey(owner)
  expect((await owner.ask('DELETE', '/user/authenticator')).status).toBe(200)
  expect(await owner.ask('DELETE', '/user/authenticator')).toMatchObject({ status: 404 })
})

test('seal the secret for its user, with a secret of the deployment', async () => {
  const { owner, secret } = await newGuarded()
  const other = await newHolder()
  const row = await env.DB.prepare('select factor from authenticators where user_id = ?').bind(owner.userId).first()
  expect(JSON.stringify(row)).not.toContain(secret)
  await env.DB.prepare(
    `insert into authenticators (user_id, factor, since, created_at) select ?2, factor, 1, 1 from authenticators where user_id = ?1`
  )
    .bind(owner.userId, other.userId)
    .run()
  await age(other)
  expect(await other.ask('POST', '/user/proof', { code: codeOf(secret) })).toMatchObject({ code: 'INVALID_CODE' })
})

test('offer no authenticator where the deployment has no secret for it', async () => {
  const owner = await newHolder()
  await addPasskey(owner)
  const { accessToken } = (await logIn(owner.email)).body.data!['tokens'] as { accessToken: string }
  const settings = { FACTOR_SECRET: undefined }
  const answer = await post('/api/user/authenticator', {}, { accessToken, settings })
  expect(answer).toMatchObject({ status: 503, body: { code: 'SERVICE_OFF' } })
})

test('an owner of the console takes the step away from who has lost everything, and nobody else does', async () => {
  const { owner: person, codes } = await newGuarded()
  // After the clock has moved on: the console forgets who is away.
  const [owner, support] = [await newOperator('owner'), await newOperator('support')]
  const key = await addPasskey(await prove(person))
  const ticket = await firstStep(person)
  const path = `/people/${person.userId}/second-step/end`
  expect((await cardFor(owner, person.userId)).account).toMatchObject({
    second_step_at: expect.any(Number),
    passkeys: 1
  })
  expect(await callAs(support, 'POST', path, why())).toMatchObject({ status: 403, code: 'NOT_PERMITTED' })
  expect(await callAs(owner, 'POST', `/people/${owner.person.userId}/second-step/end`, why())).toMatchObject({
    status: 409
  })
  const asked = why('Потерял телефон, обращение 118')
  for (let times = 0; times < 2; times++)
    expect(await callAs(owner, 'POST', path, asked)).toMatchObject({ status: 200 })
  expect((await person.ask('GET', '/user/ways-in')).status).toBe(401)
  expect(await secondStep(ticket, { recovery: codes[0] })).toMatchObject({ body: { code: 'SECOND_STEP_EXPIRED' } })
  expect((await logIn(person.email)).status).toBe(200)
  expect((await enterWith(key)).status).toBe(200)
  expect((await cardFor(owner, person.userId)).account).toMatchObject({ second_step_at: null, passkeys: 1 })
  expect((await recordAbout(person.userId)).filter(({ action }) => action === 'second-step-lift')).toMatchObject([
    { phase: 'done', facts: { secondStep: false } },
    { phase: 'begun', facts: { secondStep: true }, reason: 'Потерял телефон, обращение 118' }
  ])
  expect(await callAs(owner, 'POST', path, why())).toMatchObject({ status: 409, code: 'CONFLICT' })
  const subjects = (await mailsTo(person.email, 4)).map(({ subject }) => subject)
  expect(subjects).toContain('Поддержка сняла второй шаг входа')
})

test('a lifting that is repeated takes away no step that the person has switched on since', async () => {
  const person = await newHolder()
  const owner = await newOperator('owner')
  const path = `/people/${person.userId}/second-step/end`
  const asked = why('Потерял телефон, обращение 119')
  const refused = { status: 409, code: 'CONFLICT' }
  expect(await callAs(owner, 'POST', path, asked)).toMatchObject(refused)
  await env.DB.prepare('update users set second_step_at = ?2 where id = ?1')
    .bind(person.userId, Date.now() + 1)
    .run()
  expect(await callAs(owner, 'POST', path, asked)).toMatchObject(refused)
  expect((await cardFor(owner, person.userId)).account).toMatchObject({ second_step_at: expect.any(Number) })
})
