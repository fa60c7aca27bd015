// Links to jobs: made, listed and revoked by their owner, opened by everybody who has one. A link reads the row of its job each
// time, so it ends at once with the job, with the account, when it is revoked and when its time is over.
import type { Hono } from 'hono'
import { findStudioEntry } from '#contract/catalogue/studio.ts'
import { beginningOf } from '#contract/cut-text.ts'
import * as shares from '#contract/job-shares.ts'
import { hasHistory, openHistory } from '#data/base/database.ts'
import { isAccountOpen } from '#data/directory/erasure.ts'
import { findUserJob, type JobRow } from '#data/history/jobs.ts'
import {
  addJobShare,
  type ListedJobShare,
  openJobShare,
  removeJobShare,
  type JobShareRow,
  jobSharesOf
} from '#data/history/job-shares.ts'
import { resultKey } from '#data/files/job-files.ts'
import { jobShareBytes } from '#domain/stored-bytes.ts'
import { digestOf } from '../crypto/digest.ts'
import { newShareToken, shareDigestOf, tokenOfShare } from '../crypto/share-token.ts'
import { whileAdmitted } from '../http/admitted.ts'
import { type AppContext, historyOf, type HonoEnv } from '../http/context.ts'
import { AppError, expectFound } from '../http/errors.ts'
import { limitChatWrites, limitFileReads, limitSharedReads } from '../http/limit.ts'
import { operationIdOf } from '../http/operation-id.ts'
import { serve, sessionByObject } from '../http/serve.ts'
import { fileNameOf } from './file-name.ts'
import { answerWithFile } from './file-routes.ts'
import { limitLibraryChanges } from './limit-library.ts'
import { withoutTexts } from './untold-file.ts'

const dayMs = 24 * 60 * 60_000

/** Relative to the API's base path: the files that a link shows. */
const filePath = '/shared-works/:token/files/:index'

/** The token is sent to the server with the page: only so can the server name the picture to messengers. */
const linkOf = (origin: string, token: string): string => `${origin}/shared?t=${token}`

const promptOf = (prompt: unknown): string | null =>
  typeof prompt === 'string' && prompt.trim() !== '' ? prompt : null

function viewOf(c: AppContext, row: ListedJobShare): shares.JobShare {
  const { environment } = c.var
  const token = tokenOfShare(environment, 'shared work', row)
  const prompt = promptOf(row.prompt)
  return {
    id: row.id,
    operation_id: row.operationId,
    with_prompt: row.withPrompt,
    url: token === null ? null : linkOf(environment.SITE_ORIGIN, token),
    created_at: row.createdAt,
    expires_at: row.expiresAt,
    title: prompt === null ? (findStudioEntry(row.service)?.title ?? row.service) : beginningOf(prompt, 200)
  }
}

interface NewShare {
  id: string
  days: number | null
  withPrompt: boolean
}

const lifetimeOf = ({ createdAt, expiresAt }: JobShareRow) => (expiresAt === null ? null : expiresAt - createdAt)

/** Whether two requests asked for the same: the call must not return a link that shows more, or lasts longer, than asked for. */
const isSameShare = (one: JobShareRow, other: JobShareRow): boolean =>
  one.withPrompt === other.withPrompt && lifetimeOf(one) === lifetimeOf(other)

/** @throws AppError NOT_FOUND, TOO_MANY_SHARES, IDEMPOTENCY_MISMATCH, STORAGE_FULL, RATE_LIMITED */
async function share(c: AppContext, { id: operationId, days, withPrompt }: NewShare): Promise<shares.JobShare> {
  const { caller, environment } = c.var
  const { userId } = caller
  const shareId = operationIdOf(c)
  await limitChatWrites(c, jobShareBytes)
  const job = await findUserJob(historyOf(c), userId, operationId)
  if (!job || job.deletedAt !== null || job.step !== 'completed') throw new AppError('NOT_FOUND')
  const now = Date.now()
  const id = digestOf(`work share\0${job.id}\0${shareId}`)
  const tokenDigest = digestOf(newShareToken(environment, 'shared work', { userId, id }))
  const expiresAt = days === null ? null : now + days * dayMs
  const row = { id, userId, jobId: job.id, tokenDigest, withPrompt, createdAt: now, expiresAt }
  const found = await addJobShare(historyOf(c), row, { sharesMax: shares.jobSharesMax, now })
  if (!found) throw new AppError('TOO_MANY_SHARES')
  if (!isSameShare(found, row)) throw new AppError('IDEMPOTENCY_MISMATCH')
  return viewOf(c, { ...found, operationId, service: job.service, prompt: promptOf(job.parameters['prompt']) })
}

/** What a token opens. @throws AppError NOT_FOUND, the same for every token that opens nothing */
async function opened(
  c: AppContext,
  token: string
): Promise<{ row: JobRow; withPrompt: boolean; expiresAt: number | null }> {
  const digest = shareDigestOf(token)
  if (digest === null || !hasHistory(c.env, token)) throw new AppError('NOT_FOUND')
  const found = await openJobShare(openHistory(c.env, token), digest, Date.now())
  if (!found || !(await isAccountOpen(c.var.directory, found.row.userId))) throw new AppError('NOT_FOUND')
  return { row: found.row, withPrompt: found.share.withPrompt, expiresAt: found.share.expiresAt }
}

async function sharedJob(c: AppContext, token: string): Promise<shares.SharedJob> {
  const { row, withPrompt, expiresAt } = await opened(c, token)
  return {
    kind: row.kind,
    service: row.service,
    prompt: withPrompt ? promptOf(row.parameters['prompt']) : null,
    created_at: row.createdAt,
    expires_at: expiresAt,
    files: row.files.map(({ index, ...file }) => {
      const url = `/api${filePath.replace(':token', token).replace(':index', String(index))}`
      return { ...file, url, downloadUrl: `${url}?download=1` }
    }),
    ...(c.var.environment.AI_MARK === 'visible' && { ai_mark: true as const })
  }
}

async function sharedFile(c: AppContext): Promise<Response> {
  const { token = '', index = '' } = c.req.param()
  // Limited before the database is read, which happens for every invented token too.
  await limitSharedReads(c)
  const { row, withPrompt } = await opened(c, token)
  // Visitors have a limit of their own, so that they cannot use up the owner's.
  limitFileReads(c, `shared:${row.id}`)
  const file = expectFound(
    /^(0|[1-9]\d?)$/.test(index) ? row.files.find((one) => one.index === Number(index)) : undefined
  )
  const object = await c.env.MEDIA.head(resultKey(row.id, file.index))
  // The browser asks each time, so that a revoked link shows nothing any more.
  if (!object) throw new AppError('NOT_FOUND')
  const { type } = file
  const stored = withPrompt
    ? { object, type, name: fileNameOf(row, file) }
    : { ...withoutTexts(c, object, type), type, name: fileNameOf({ ...row, parameters: {} }, file) }
  const response = await answerWithFile(c, stored, 0)
  response.headers.set('x-robots-tag', 'noindex')
  return response
}

export function mountJobShares(app: Hono<HonoEnv>) {
  serve(app, shares.createJobShare, async (asked, c) => ({ share: await share(c, asked) }))

  serve(app, sessionByObject(shares.listJobShares), async ({ operationId }, c) => {
    const { userId } = c.var.caller
    const rows = await whileAdmitted(c, () => jobSharesOf(historyOf(c), userId, { operationId, now: Date.now() }))
    return { items: rows.map((row) => viewOf(c, row)) }
  })

  serve(app, shares.revokeJobShare, async ({ id }, c) => {
    await limitLibraryChanges(c)
    if (!(await removeJobShare(historyOf(c), c.var.caller.userId, id))) throw new AppError('NOT_FOUND')
    return {}
  })

  serve(app, shares.readSharedJob, async ({ token }, c) => {
    c.header('x-robots-tag', 'noindex')
    await limitSharedReads(c)
    return sharedJob(c, token)
  })

  app.get(filePath, (c) => sharedFile(c))
}
