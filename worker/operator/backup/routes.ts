// The calls of the backup command (scripts/backup.ts). They read everything that this platform keeps, in pages; the texts of
// pages are lines of JSON, so that neither side holds more than a page.
import type { Hono } from 'hono'
import { z } from 'zod'
import { change } from '#contract/operator/access/change.ts'
import { numberInText } from '#contract/validation.ts'
import { backupDatabases, readBackupRows } from '#data/both/backup-rows.ts'
import { actionsIn } from '#data/directory/operator-actions.ts'
import { findRestores } from '#data/directory/restores.ts'
import { backupsPrefix } from '#data/files/backup-files.ts'
import { usersAfter } from '#data/both/reconciliation.ts'
import { streamOf } from '#data/base/text-stream.ts'
import type { AppContext, HonoEnv } from '../../http/context.ts'
import { AppError, conflict, expectFound } from '../../http/errors.ts'
import { expectBackup } from '../../http/operator.ts'
import { succeed } from '../../http/serve.ts'
import { recorded } from '../access/record.ts'
import { parsed, parsedBody } from './input.ts'
import { mountNights } from './night-routes.ts'
import { mountRestore } from './restore-routes.ts'
import { openWallet } from '../../backup/wallet-text.ts'

const rowsPerPage = 200
const usersPerPage = 500

const rowsQuery = z.object({
  database: z.string(),
  table: z.string(),
  after: numberInText(z.number().int()).default(-Number.MAX_SAFE_INTEGER)
})

const lines = (c: AppContext, text: string) => c.body(text, 200, { 'content-type': 'application/jsonl' })

async function begin(c: AppContext): Promise<Response> {
  const who = await parsedBody(c, z.object(change))
  await recorded(c, { action: 'backup-read', subject: 'backup', ...who, facts: async () => ({}) }, async () => {})
  return succeed(c, { databases: await backupDatabases(c.env) })
}

async function rows(c: AppContext): Promise<Response> {
  const asked = parsed(rowsQuery, c.req.query())
  const found = await readBackupRows(c.env, { ...asked, limit: rowsPerPage }).catch((error: unknown) => {
    throw error instanceof RangeError ? new AppError('NOT_FOUND') : error
  })
  return lines(c, found.map((row) => `${JSON.stringify(row)}\n`).join(''))
}

/** All files but the nightly backups, which are of this stack. */
async function files(c: AppContext): Promise<Response> {
  const cursor = c.req.query('cursor')
  const page = await c.env.MEDIA.list({ include: ['httpMetadata'], ...(cursor === undefined ? {} : { cursor }) })
  const own = page.objects.filter(({ key }) => !key.startsWith(backupsPrefix))
  return succeed(c, {
    files: own.map(({ key, size, etag, httpMetadata }) => ({
      key,
      size,
      etag,
      type: httpMetadata?.contentType ?? null
    })),
    cursor: page.truncated ? page.cursor : null
  })
}

async function file(c: AppContext): Promise<Response> {
  const found = expectFound(await c.env.MEDIA.get(c.req.query('key') ?? ''))
  return c.body(found.body, 200, { 'content-type': 'application/octet-stream' })
}

/** A backup of a million users takes hours. */
const begunForMs = 24 * 60 * 60_000

/**
 * The backup command must name an operator and a reason before it reads anything or fills this stack.
 * @throws AppError CONFLICT
 */
async function expectBegun(c: AppContext): Promise<void> {
  const { directory, environment } = c.var
  const since = Date.now() - begunForMs
  const [line] = await actionsIn(directory, { action: 'backup-read', from: since }, { before: undefined, limit: 1 })
  if (line) return
  const restores = await findRestores(directory)
  if (!restores.some(({ id, finishedAt }) => id === environment.RESTORING && finishedAt === null))
    throw conflict('Сначала скажите, кто читает и зачем: POST /operator/backup/begin')
}

export function mountBackup(app: Hono<HonoEnv>) {
  app.use('/operator/backup/*', async (c, next) => {
    expectBackup(c)
    if (c.req.method === 'GET') await expectBegun(c)
    await next()
  })
  app.post('/operator/backup/begin', (c) => begin(c))
  app.get('/operator/backup/rows', (c) => rows(c))
  app.get('/operator/backup/users', async (c) =>
    succeed(c, { users: await usersAfter(c.env, c.req.query('after') ?? '', usersPerPage) })
  )
  app.get('/operator/backup/wallets/:user', async (c) => {
    const { pages } = await openWallet(c.env, c.req.param('user'), true)
    return c.body(streamOf(pages), 200, { 'content-type': 'application/jsonl' })
  })
  app.get('/operator/backup/files', (c) => files(c))
  app.get('/operator/backup/file', (c) => file(c))
  mountNights(app)
  mountRestore(app)
}
