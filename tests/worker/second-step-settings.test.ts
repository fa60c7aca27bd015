import { env } from 'cloudflare:workers'
import { beforeEach, expect, test, vi } from 'vitest'
import { post } from '#tests/support/worker/account.ts'
import { hashCheaply } from '#tests/support/worker/hashing.ts'
import { codeOf } from '#tests/support/worker/operating.ts'
import {
  addPasskey,
  age,
  connect,
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
