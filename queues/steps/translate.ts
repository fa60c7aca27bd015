// Translates a waiting job's text for its provider before the job takes a place there. Nothing is charged yet, so any
// failure may be retried; a job is never sent untranslated, and a translation does not count as a start.
import { chatSupplyOf } from '#domain/models/connected.ts'
import { changeJob, type JobRow } from '#data/history/jobs.ts'
import { busyDeadlineOf, queueDeadlineOf } from '#domain/job.ts'
import { type CallFailure, passingOf, startsMax, translateAgainAt } from '#domain/job-failure.ts'
import type { Outages } from '#domain/outage.ts'
import { translationTasksOf } from '#domain/models/own-tasks.ts'
import { textsToTranslate, readTranslation, type Texts, translationRequest } from '#domain/translation.ts'
import { noteUnpaid } from '#durable-objects/base/provider-outage.ts'
import { report } from '#notices/report.ts'
import type { Timeouts } from '#providers/http/deadline.ts'
import { ProviderFailure } from '#providers/http/failure.ts'
import { chatProviderOf } from '#providers/chat/chat-providers.ts'
import type { ChatEnd } from '#providers/chat/provider.ts'
import { userTagOf } from '#providers/http/user-tag.ts'
import { type Asked, askedFor, callNoted, waitForCallMs } from '../base/calls.ts'
import { type JobContext, type NextStep, nextStepOf } from '../base/context.ts'
import { detailOf } from '../base/detail.ts'
import { end } from './finish.ts'

/** A usual prompt takes two seconds, the longest one half a minute. */
const timeouts: Timeouts = { firstWordMs: 20_000, idleMs: 20_000, totalMs: 60_000 }
const leaseMs = timeouts.totalMs + 20_000

/** The translated row, or the next step when the job cannot continue now. */
export type Translated = { row: JobRow } | { next: NextStep }

/** Nothing is begun by a translation, so whatever became of it is lost. */
const failureOf = (kind: CallFailure['kind'], retryAfterSeconds: number | null = null): CallFailure => {
  return { kind, retryAfterSeconds, acceptanceUnknown: false, resultLost: false }
}

/** Translates the job's text if needed. A finished translation is stored and not repeated. */
export async function translateJob(context: JobContext, row: JobRow, outages: Outages): Promise<Translated> {
  const texts = textsToTranslate(row)
  if (texts === null) return { row }
  const supplies = await context.supplies()
  const tasks = translationTasksOf(chatSupplyOf(context.environment), supplies.chatRoutes)
  const asked = askedFor(context.env, supplies, tasks, outages)
  if (asked.length === 0) return { next: await failed(context, row) }
  // Attempts that crashed halfway count too, because the counter is written first.
  if (row.translations >= startsMax && Date.now() >= busyDeadlineOf(row)) return { next: await failed(context, row) }
  const held = await holdFor(context, row, { translations: row.translations + 1 })
  return held ? translateInTurn(context, held, texts, asked) : { next: null }
}

/** Leases the row for one call. */
function holdFor({ history }: JobContext, row: JobRow, change: { translations?: number } = {}) {
  const leaseUntil = Date.now() + leaseMs
  return changeJob(history, row, { ...change, leaseUntil, dueAt: leaseUntil })
}

/** One supplier after the other, until one has translated or refused: a failed translation has begun nothing. */
async function translateInTurn(
  context: JobContext,
  first: JobRow,
  texts: Texts,
  asked: readonly Asked[]
): Promise<Translated> {
  let held = first
  const failures: CallFailure[] = []
  for (const [index, task] of asked.entries()) {
    const renewed = index === 0 ? held : await holdFor(context, held)
    if (!renewed) return { next: null }
    held = renewed
    const outcome = await translate(context, task, held, texts)
    if (!('failure' in outcome)) return outcome
    failures.push(outcome.failure)
    if (outcome.isUnusable) break
  }
  const [failure = failureOf('malformed'), ...others] = failures
  return { next: await afterFailure(context, held, passingOf([failure, ...others])) }
}

interface Untranslated {
  failure: CallFailure
  /** The model has answered, and may translate correctly the next time. */
  isUnusable?: true
}

async function translate(
  context: JobContext,
  task: Asked,
  held: JobRow,
  texts: Texts
): Promise<Translated | Untranslated> {
  const { env, history } = context
  const waitMs = await waitForCallMs(env, (await context.supplies()).suppliers, task)
  if (waitMs > 0) return { failure: failureOf('busy', Math.ceil(waitMs / 1000)) }
  return callNoted(env, task, () => ask(task, held, texts), {
    keep: async ({ answer, reason }) => {
      if (reason === 'refused') return { next: await end(context, held.id, { step: 'failed', failure: 'MODERATED' }) }
      const translations = reason === 'complete' ? readTranslation(answer, texts) : null
      if (!translations) return unusable(held, reason === 'complete' ? 'unusable' : reason)
      const options = { ...held.options, ...translations }
      const noted = await changeJob(history, held, { options, dueAt: Date.now(), leaseUntil: null })
      return noted ? { row: noted } : { next: null }
    },
    failed: async (error) => {
      if (!(error instanceof ProviderFailure)) return unusable(held, detailOf(error))
      note(held, detailOf(error))
      const { kind, retryAfterSeconds } = error
      if (kind === 'unpaid') await noteUnpaid(env, error)
      return { failure: failureOf(kind, retryAfterSeconds) }
    }
  })
}

const note = ({ userId, id }: JobRow, failure: string) =>
  report(userId, { event: 'job-call-failed', jobId: id, call: 'translate', failure })

function unusable(held: JobRow, why: string): Untranslated {
  note(held, why)
  return { failure: failureOf('malformed'), isUnusable: true }
}

/** @throws ProviderFailure */
async function ask(
  { connection, model, effort, outputTokensMax }: Asked,
  { userId }: JobRow,
  texts: Texts
): Promise<{ answer: string; reason: ChatEnd['reason'] }> {
  const { system, text } = translationRequest(texts)
  const request = {
    model,
    ...(effort && { effort }),
    outputTokensMax,
    system,
    turns: [{ role: 'user' as const, text }],
    userTag: userTagOf(userId)
  }
  let answer = ''
  const stream = chatProviderOf(connection, { timeouts }).stream(request, new AbortController().signal)
  for await (const event of stream) {
    if (event.type === 'end') return { answer, reason: event.reason }
    if (event.type === 'text') answer += event.text
  }
  throw new Error('A provider stream ended without an end event')
}

async function afterFailure(context: JobContext, held: JobRow, failure: CallFailure): Promise<NextStep> {
  const times = { queueDeadlineAt: queueDeadlineOf(held), busyDeadlineAt: busyDeadlineOf(held), now: Date.now() }
  const dueAt = translateAgainAt(failure, { ...times, attempts: held.translations, random: Math.random() })
  if (dueAt === null) return failed(context, held)
  return nextStepOf(await changeJob(context.history, held, { dueAt, leaseUntil: dueAt }))
}

const failed = (context: JobContext, { id }: JobRow): Promise<NextStep> =>
  end(context, id, { step: 'failed', failure: 'TRANSLATION_FAILED' })
