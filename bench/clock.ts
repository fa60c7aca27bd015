// Lets 10,000 renewals fall due at one moment and charges them in real time: the local product with its real queue, the
// cron, and YooKassa as the sandbox plays it (200 ms a call). Fails unless all are charged within the hour, once each.
// Run with `node bench/clock.ts [--renewals 10000]`; figures in decisions/0028-the-clock.md.
import { readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { setTimeout as pause } from 'node:timers/promises'
import { main } from '#scripts/base/main.ts'
import { withDirectory } from '#tests/support/node/stopped-databases.ts'
import { Stage } from './kill-rounds/stage.ts'

const { values: options } = parseArgs({ options: { renewals: { type: 'string', default: '10000' } } })
const renewals = Number(options.renewals)
const minuteMs = 60_000
const dayMs = 24 * 60 * minuteMs
const monthMs = 30 * dayMs

const addUsers = `
  with recursive numbers (n) as (values (1) union all select n + 1 from numbers where n < ?1)
  insert into users (id, email, canonical_email, password_hash, verified_at, first_purchase_at, created_at)
  select 'user-' || n, n || '@wave.example', n || '@wave.example', '', 1, 1, 1 from numbers`
const addPlans = `
  insert into subscriptions (user_id, id, state, price_kopecks, anchor_at, months, period_start, period_end, access_until,
    method_id, reminded_at, attempts, change_id, next_action_at)
  select id, 'plan-' || id, 'active', 99000, ?1, 1, ?1, ?2, ?2 + 86400000, ?3, ?2 - 3 * 86400000, 0, id, ?2
  from users where id like 'user-%'`

/** One payment that saved a card, which all renewals charge. */
function saveCard({ sandbox }: Stage): string {
  const { register } = sandbox.payments
  const payment = register.create({
    shopId: 'sandbox',
    value: '990.00',
    currency: 'RUB',
    capture: true,
    confirmation: { type: 'embedded' },
    description: null,
    metadata: {},
    savesMethod: true,
    methodId: null,
    hasReceipt: false
  })
  register.pay(payment, '5555555555554444')
  return payment.id
}

/** How often each user's card was charged. */
function chargesOf({ sandbox }: Stage): Map<string, number> {
  const charges = new Map<string, number>()
  for (const { status, methodId, metadata } of sandbox.payments.register.payments.values()) {
    const userId = metadata['user_id'] ?? ''
    if (status === 'succeeded' && methodId !== null) charges.set(userId, (charges.get(userId) ?? 0) + 1)
  }
  return charges
}

async function watchWave(stage: Stage, signal: AbortSignal): Promise<number> {
  const startedAt = performance.now()
  for (let minute = 1; minute <= 60; minute++) {
    while (performance.now() - startedAt < minute * minuteMs && chargesOf(stage).size < renewals)
      await pause(1000, undefined, { signal })
    console.log(`After ${minute} min: ${chargesOf(stage).size} of ${renewals} charged`)
    if (chargesOf(stage).size >= renewals) return performance.now() - startedAt
  }
  throw new Error('The wave was not charged within the hour')
}

/** The alarms that an operator would have got. */
const alarmsOf = ({ dataFolder }: Stage): string[] =>
  readFileSync(join(dataFolder, 'logs/site.log'), 'utf8')
    .split('\n')
    .filter((line) => /"event":"(clock-late|duty-behind|duty-dead)"/.test(line))

/** @throws Error unless every user paid once and has one month more */
function demandOnceEach(stage: Stage) {
  const doubled = [...chargesOf(stage).values()].filter((times) => times !== 1).length
  const plans = withDirectory(stage.dataFolder, (database) =>
    database
      .prepare(
        `select sum(months = 2 and state = 'active') as renewed,
          (select count(*) from subscription_periods) as periods, (select count(*) from payments) as orders from subscriptions`
      )
      .get()
  )
  console.log({ doubled, ...plans })
  const { renewed, periods, orders } = plans ?? {}
  if (doubled > 0 || [renewed, periods, orders].some((count) => count !== renewals))
    throw new Error('Not every renewal was charged and stored once')
}

await main(async (signal) => {
  const stage = await Stage.open()
  try {
    await stage.start()
    await stage.kill()
    const now = Date.now()
    withDirectory(stage.dataFolder, (database) => {
      database.prepare(addUsers).run(renewals)
      database.prepare(addPlans).run(now - monthMs, now, saveCard(stage))
    })
    await stage.start()
    const tookMs = await watchWave(stage, signal)
    console.log(`${renewals} renewals in ${(tookMs / minuteMs).toFixed(1)} minutes`)
    // The last answers are still being stored.
    await pause(20_000, undefined, { signal })
    await stage.kill()
    demandOnceEach(stage)
    const problems = [...stage.bugs(), ...alarmsOf(stage)]
    if (problems.length > 0) throw new Error(problems.slice(0, 5).join('\n'))
  } finally {
    await stage.close()
  }
  rmSync(stage.dataFolder, { recursive: true, force: true })
})
