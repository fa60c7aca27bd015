// What operators are told of the calls of the API alone: an outage, how many have failed, what they have cost.
import { env } from 'cloudflare:workers'
import { beforeEach, expect, test, vi } from 'vitest'
import type { WatchedService } from '#contract/operator/jobs/services.ts'
import type { MarginRow } from '#contract/operator/prices/prices.ts'
import { openHistories } from '#data/base/database.ts'
import { attemptStatements, type StoredAttempt } from '#data/history/route-attempts.ts'
import { warnOfServicesDown } from '#worker/clock/watch-services.ts'
import { newCaller } from '../support/worker/api-caller.ts'
import { newOperator } from '../support/worker/operating.ts'
import { operate } from '../support/worker/operator.ts'
import { plansOf } from '../support/worker/query-plans.ts'
import { catchAlarms } from '../support/worker/reconciling.ts'
import { nothingServed, servedAttempt } from '../support/worker/stored-attempt.ts'
import { addUsage } from '../support/worker/usage-rows.ts'

const now = Date.now()
let ids = 0
let alarms: ReturnType<typeof catchAlarms>

beforeEach(async () => {
  alarms = catchAlarms()
  for (const { history } of openHistories(env))
    await history.$client.exec('delete from route_attempts; delete from usage')
})

const served: StoredAttempt = {
  ...servedAttempt,
  id: 0,
  at: now - 60_000,
  chargedMicros: 1000,
  surface: 'completions',
  endsCall: true
}
const failed = { ...nothingServed, outcome: 'server' }

/** So many of each, in the histories in turn. */
async function store(count: number, more: Partial<StoredAttempt> = {}) {
  const histories = openHistories(env)
  for (let made = 0; made < count; made++) {
    const { history } = histories[made % histories.length]!
    await history.$client.batch(attemptStatements(history, [{ ...served, ...more, id: ++ids }]))
  }
}

const ofApi = ({ data }: { data?: unknown }) =>
  (data as { services: WatchedService[] }).services.find(({ service }) => service === 'api')
const watched = async () => ofApi(await operate('GET', '/services'))
const margin = async () => ((await operate('GET', '/margin?days=30')).data as { rows: MarginRow[] }).rows

test('four of five calls that fail raise an alarm of the API, with whom they were asked of, and chats are judged by their own', async () => {
  await store(4, { ...failed, supplier: 's-failing00000' })
  // Another route has served them, the request itself was refused, or the user of a chat was failed: none is a failure of the API.
  await store(9, { ...failed, endsCall: false })
  await store(9, { ...failed, outcome: 'rejected' })
  // How it would have ended is not known.
  await store(9, { ...failed, outcome: 'stopped' })
  const { surface: _, endsCall: __, ...ofTheSite } = { ...served, ...failed }
  for (const { history } of openHistories(env))
    await history.$client.batch(attemptStatements(history, [{ ...ofTheSite, id: ++ids }]))
  expect(await warnOfServicesDown(env, now)).toEqual(['api'])
  expect(alarms()).toMatchObject([{ event: 'provider-down', service: 'api', providers: 's-failing00000' }])
  expect(await watched()).toMatchObject({ state: 'down', health: [{ requests: 4, failed: 4, usd_micros_each: null }] })
  await store(2)
  expect(await warnOfServicesDown(env, now)).toEqual([])
  expect((await watched())?.state).toBe('degraded')
  expect(await warnOfServicesDown(env, now + 20 * 60_000)).toEqual([])
})

test('one that our own bug ends is a failed one, before its begin and after', async () => {
  const { client } = await newCaller()
  const real = env.USER.getByName.bind(env.USER)
  const messages = [{ role: 'user' as const, content: 'Кратко о море' }]
  for (const broken of ['beginCall', 'endCall']) {
    vi.spyOn(env.USER, 'getByName').mockImplementation((name) => {
      const stub = real(name)
      const get = (_: object, call: string) =>
        call === broken ? () => Promise.reject(new Error('A bug')) : Reflect.get(stub, call)
      return new Proxy({}, { get }) as typeof stub
    })
    await expect(client.chat.completions.create({ model: 'gpt-4o-mini', messages })).rejects.toThrow('500')
  }
  vi.mocked(env.USER.getByName).mockRestore()
  await vi.waitFor(async () => expect((await watched())?.health).toMatchObject([{ requests: 2, failed: 2 }]), {
    timeout: 20_000
  })
})

test('is judged also while the services cannot be', async () => {
  await store(4, failed)
  const histories = openHistories(env).map(({ history }) => history.$client)
  for (const each of histories) await each.exec('alter table usage rename to usage_away')
  try {
    await expect(warnOfServicesDown(env, now)).rejects.toThrow()
  } finally {
    for (const each of histories) await each.exec('alter table usage_away rename to usage')
  }
  expect(alarms()).toMatchObject([{ event: 'provider-down', service: 'api' }])
})

test('calls of keys count with the API, those for which no route was asked too, and are no traffic of a supplier', async () => {
  const { client, anthropic } = await newCaller()
  const messages = [{ role: 'user' as const, content: 'Кратко о море' }]
  await client.chat.completions.create({ model: 'gpt-4o-mini', messages })
  await anthropic.messages.create({ model: 'gpt-4o-mini', messages, max_tokens: 100 })
  await store(1, { ...failed, supplier: '', upstreamModel: '', outcome: 'unrouted' })
  await vi.waitFor(async () => expect((await watched())?.health).toMatchObject([{ requests: 3, failed: 1 }]), {
    timeout: 20_000
  })
  const rows = openHistories(env).map(({ history }) =>
    history.$client.prepare("select surface, ends_call as ends from route_attempts where supplier <> ''").all()
  )
  expect((await Promise.all(rows)).flatMap(({ results }) => results)).toEqual(
    expect.arrayContaining([
      { surface: 'completions', ends: 1 },
      { surface: 'messages', ends: 1 }
    ])
  )
  const { models } = (await operate('GET', '/routes?days=1')).data as { models: { routes: { supplier: string }[] }[] }
  expect(models.flatMap(({ routes }) => routes).filter(({ supplier }) => supplier === '')).toEqual([])
})

test('the margin has the cost of the API, and what the script before has stored stays as it was', async () => {
  await store(2)
  await store(1, { costMicros: 600 })
  await store(1, failed)
  await store(1, { usage: null, costMicros: null })
  await addUsage('h1-margin', { service: 'api', attempts: 8, costTokens: 3 })
  const [{ history }] = openHistories(env) as [ReturnType<typeof openHistories>[number]]
  await history.$client.exec(
    'insert into route_attempts (at, id, model, supplier, upstream_model, outcome, first_word_ms, total_ms, cost_micros, charged_micros, is_on_plan) ' +
      `values (${now}, 1, 'gpt-4o-mini', 'openai', 'gpt-6-luna', 'answered', 400, 2000, 90000, 1, 0)`
  )
  expect(await margin()).toMatchObject([{ title: 'Модели через API', requests: 8, cost_micros: 8 * 300 }])
  // The tabs know of calls whose ends were not kept.
  const charged = { charged_tokens: 3, usd_micros_each: 300 }
  expect((await watched())?.health).toMatchObject([{ requests: 8, failed: null, ...charged }])
  await store(1, { at: now - 2 * 24 * 60 * 60_000 })
  expect((await watched())?.health).toMatchObject([{ requests: 5, failed: 1, ...charged }])
  const response = await (await newOperator('support')).send('GET', '/services')
  expect(ofApi(await response.json())?.health).toMatchObject([{ requests: 5, usd_micros_each: null }])
  const { steps } = await plansOf('h1-margin', margin)
  expect(steps.filter((step) => /ORDER BY/.test(step))).toEqual([])
  const own = steps.filter((step) => step.includes('route_attempts'))
  expect(own).toEqual([expect.stringMatching(/SEARCH route_attempts USING INDEX route_attempts_api/)])
})
