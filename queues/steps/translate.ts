// Translates a waiting job's text for its provider before the job takes a place there. Nothing is charged yet, so any
// failure may be retried; a job is never sent untranslated, and a translation does not count as a start.
import { chatSupplyOf } from '#domain/models/connected.ts'
import { changeJob, type JobRow } from '#data/history/jobs.ts'
import { busyDeadlineOf, queueDeadlineOf } from '#domain/job.ts'
import { type CallFailure, startsMax, translateAgainAt } from '#domain/job-failure.ts'
import { isAway, type Outages } from '#domain/outage.ts'
import { type OwnTask, translationTaskOf } from '#domain/models/own-tasks.ts'
import { textsToTranslate, readTranslation, type Texts, translationRequest } from '#domain/translation.ts'
import { noteUnpaid } from '#durable-objects/base/provider-outage.ts'
import { report } from '#notices/report.ts'
import type { Timeouts } from '#providers/http/deadline.ts'
import { ProviderFailure } from '#providers/http/failure.ts'
import { chatProviderOf } from '#providers/chat/chat-providers.ts'
import { type ChatConnection, isOfChats } from '#providers/chat/connection.ts'
import type { ChatEnd } from '#providers/chat/provider.ts'
import { userTagOf } from '#providers/http/user-tag.ts'
import { type JobContext, type NextStep, nextStepOf } from '../base/context.ts'
import { detailOf } from '../base/detail.ts'
import { end } from './finish.ts'

/** A usual prompt takes two seconds, the longest one half a minute. */
const timeouts: Timeouts = { firstWordMs: 20_000, idleMs: 20_000, totalMs: 60_000 }
const leaseMs = timeouts.totalMs + 20_000

/** The translated row, or the next step when the job cannot continue now. */
export type Translated = { row: JobRow } | { next: NextStep }

/** Retried: the model may translate correctly the next time. */
const unusable: CallFailure = {
  kind: 'malformed',
  retryAfterSeconds: null,
  acceptanceUnknown: false,
  resultLost: false
}

/** Translates the job's text if needed. A finished translation is stored and not repeated. */
export async function translateJob(context: JobContext, row: JobRow, outages: Outages): Promise<Translated> {
  const texts = textsToTranslate(row)
  if (texts === null) return { row }
  const { connections, chatRoutes, suppliers } = await context.supplies()
  const now = Date.now()
  const mayAsk = (supplier: string) =>
    !isAway(outages, supplier, now) && (suppliers.find(({ id }) => id === supplier)?.isOn ?? true)
  const task = translationTaskOf(chatSupplyOf(context.environment), chatRoutes, mayAsk)
  const connection = task && connections.get(task.supplier)
  if (!connection || !isOfChats(connection)) return { next: await failed(context, row) }
  // Attempts that crashed halfway count too, because the counter is written first.
  if (row.translations >= startsMax && Date.now() >= busyDeadlineOf(row)) return { next: await failed(context, row) }
  const leaseUntil = Date.now() + leaseMs
  const translations = row.translations + 1
  const held = await changeJob(context.history, row, { leaseUntil, dueAt: leaseUntil, translations })
  if (!held) return { next: null }
  const outcome = await translate(context, { ...task, connection }, held, texts)
  if (outcome === 'refused') return { next: await end(context, held.id, { step: 'failed', failure: 'MODERATED' }) }
  if ('failure' in outcome) return { next: await afterFailure(context, held, outcome.failure) }
  const options = { ...held.options, ...outcome.translations }
  const noted = await changeJob(context.history, held, { options, dueAt: Date.now(), leaseUntil: null })
  return noted ? { row: noted } : { next: null }
}

/** Whom to ask, with the account. */
type Asked = OwnTask & { connection: ChatConnection }

type Outcome = { translations: Texts } | { failure: CallFailure } | 'refused'

async function translate(context: JobContext, task: Asked, held: JobRow, texts: Texts): Promise<Outcome> {
  try {
    const { answer, reason } = await ask(task, held, texts)
    if (reason === 'refused') return 'refused'
    const translations = reason === 'complete' ? readTranslation(answer, texts) : null
    if (translations) return { translations }
    note(held, reason === 'complete' ? 'unusable' : reason)
    return { failure: unusable }
  } catch (error) {
    note(held, detailOf(error))
    if (!(error instanceof ProviderFailure)) return { failure: unusable }
    const { kind, retryAfterSeconds } = error
    if (kind === 'unpaid') await noteUnpaid(context.env, error)
    return { failure: { kind, retryAfterSeconds, acceptanceUnknown: false, resultLost: false } }
  }
}

const note = ({ userId, id }: JobRow, failure: string) =>
  report(userId, { event: 'job-call-failed', jobId: id, call: 'translate', failure })

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
