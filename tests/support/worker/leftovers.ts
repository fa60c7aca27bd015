// What a test file leaves behind, of which the next one in the same runtime must not see anything. `reset` of `cloudflare:test`
// empties storage and ends Durable Objects, but neither the queues of Miniflare, in whose memory messages wait for minutes, nor
// the handlers that still run.
import { env, exports } from 'cloudflare:workers'
import { openHistories } from '#data/base/database.ts'
import { MemoryBuckets } from '#durable-objects/limiter/memory-buckets.ts'
import { gatheredAttempts } from '#worker/api/calls/save-attempts.ts'
import { emptyTurns, turns } from '#worker/crypto/hashing-turns.ts'
import { healthy } from '#worker/http/health.ts'
import { kept, reading } from '#worker/http/in-force.ts'
import { budgets } from '#worker/http/sent-files.ts'
import { gathered } from '#worker/http/watch-rate.ts'
import worker from '#worker/index.ts'
import { looked } from '#worker/clock/watch-clock.ts'

let begunAt = 0
let file = 0

const lookEveryMs = 20
// As it is before a test makes its own of it.
const wait = scheduler.wait.bind(scheduler)

/** Handlers, and promises given to `waitUntil`, that have not ended. A request that was cancelled never says that it has. */
const running = new Set<{ shallEnd: boolean }>()

const { fetch, queue, scheduled } = worker

/**
 * Looks whether its file has ended, because no request may wake another one.
 * @returns what the work gives; undefined when its file ends first, and the runtime then cancels what the work waits for
 */
async function untilFileEnds<Result>(work: Promise<Result>): Promise<Result | undefined> {
  const handler = { shallEnd: false }
  running.add(handler)
  const end = async () => {
    while (!handler.shallEnd) await wait(lookEveryMs)
    return undefined
  }
  try {
    return await Promise.race([work, end()])
  } finally {
    handler.shallEnd = true
    running.delete(handler)
  }
}

worker.fetch = async (request, bindings, context) => {
  const waitUntil = context.waitUntil.bind(context)
  context.waitUntil = (work) => waitUntil(untilFileEnds(Promise.resolve(work)))
  const response = await untilFileEnds(fetch(request, bindings, context))
  return response ?? new Response(null, { status: 503 })
}

// A request lives on while the body of its answer is not read.
const answers: WeakRef<Response>[] = []
const { fetch: send } = exports.default
exports.default.fetch = async (...asked: Parameters<typeof send>) => {
  const answer = await send.apply(exports.default, asked)
  answers.push(new WeakRef(answer))
  return answer
}

async function cancelUnread(answer: Response | undefined): Promise<void> {
  if (answer?.body && !answer.bodyUsed && !answer.body.locked) await answer.body.cancel()
}

worker.queue = async (batch, bindings) => {
  const messages = batch.messages.filter(({ timestamp }) => timestamp.getTime() >= begunAt)
  for (const message of batch.messages) if (!messages.includes(message)) message.ack()
  if (messages.length === 0) return
  const ofThisFile: MessageBatch = {
    queue: batch.queue,
    messages,
    metadata: batch.metadata,
    ackAll: () => batch.ackAll(),
    retryAll: (options) => batch.retryAll(options)
  }
  await untilFileEnds(queue(ofThisFile, bindings))
}

worker.scheduled = async (...asked) => {
  await untilFileEnds(scheduled(...asked))
}

// Addresses and mailboxes come again in other files. An object that has slept for ten seconds is not emptied by `reset`.
const { getByName } = env.LIMITER
env.LIMITER.getByName = (name, ...more) => getByName.call(env.LIMITER, `${file} ${name}`, ...more)

const { left } = MemoryBuckets.prototype
MemoryBuckets.prototype.left = function (rule, now) {
  return left.call(this, { ...rule, key: `${file} ${rule.key}` }, now)
}

for (const method of ['ask', 'take'] as const) {
  const original = MemoryBuckets.prototype[method]
  MemoryBuckets.prototype[method] = function (rule, now) {
    const result = original.call(this, { ...rule, key: `${file} ${rule.key}` }, now)
    return result.allowed ? result : { ...result, key: rule.key }
  }
}

/** Ends the handlers that the file before has left, and forgets what the Worker has kept in memory. */
export async function endFile(): Promise<void> {
  file++
  for (const handler of running) handler.shallEnd = true
  // All that are alive look within one wait. The others were cancelled.
  for (let waits = 0; waits < 3 && running.size > 0; waits++) await wait(lookEveryMs)
  running.clear()
  // Those of objects that were evicted fail, which ends them too.
  await Promise.allSettled(answers.splice(0).map((answer) => cancelUnread(answer.deref())))
  Object.assign(turns, emptyTurns())
  for (const budget of Object.values(budgets)) budget.takenBytes(Infinity)
  for (const byDatabase of [gathered, healthy, looked]) byDatabase.delete(env.DB)
  for (const { history } of openHistories(env)) gatheredAttempts.delete(history)
  for (const byBindings of [kept, reading]) byBindings.delete(env)
}

/** Messages that were sent before are dropped from now on, when a queue delivers them. The clock must be the real one. */
export function dropOldMessages(): void {
  begunAt = Date.now()
}
