// The calls that fill a stack from a backup. They work only while the setting RESTORING names that backup, which closes the
// stack to all other calls, and only in a stack that has no accounts yet. Each may be repeated.
import type { Context, Hono } from 'hono'
import { z } from 'zod'
import { change, operatorName } from '#contract/operator/access/change.ts'
import { backupDatabases, isEmpty, writeBackupRows, writeBackupSequences } from '#data/both/backup-rows.ts'
import { beginRestore, endRestore } from '#data/directory/restores.ts'
import { raiseAlarm } from '#durable-objects/base/raise-alarm.ts'
import type { AppContext, HonoEnv } from '../../http/context.ts'
import { succeed } from '../../http/serve.ts'
import { recorded } from '../access/record.ts'
import { parsed, parsedBody } from './input.ts'
import { findOwnRestore, openRestore, refused, restoringId } from './open-restore.ts'
import { mountRestoredFiles } from './restore-file-routes.ts'
import { linesOf } from '../../backup/lines.ts'
import { restoreWallet } from '../../backup/wallet-text.ts'

const beginning = z.object({
  ...change,
  operator: operatorName,
  scope: z.enum(['whole', 'wallets']),
  migrations: z.record(z.string(), z.array(z.string()))
})

const value = z.union([z.string(), z.number(), z.null()])
const tableQuery = z.object({ database: z.string(), table: z.string() })
/** Whether the wallet has lines behind those of this call, which the next call brings. */
const walletQuery = z.object({ more: z.literal('1').optional() })
const sequences = z.object({
  database: z.string(),
  sequences: z.array(z.object({ name: z.string(), seq: z.number().int() }))
})

async function begin(c: AppContext): Promise<Response> {
  const id = restoringId(c)
  const { operator, reason, scope, migrations } = await parsedBody(c, beginning)
  const databases = await backupDatabases(c.env)
  for (const { name, migrations: own } of databases)
    if (scope === 'whole' && own.join() !== (migrations[name] ?? []).join())
      throw refused(`Таблицы базы ${name} сделаны другой версией: разверните ту, что в копии`)
  const known = await findOwnRestore(c)
  if (!known && scope === 'whole' && !(await isEmpty(c.env))) throw refused('Стенд не пуст: здесь уже есть данные')
  await beginRestore(c.var.directory, { id, scope, operator, reason, startedAt: Date.now() })
  return succeed(c, { databases })
}

async function rows(c: AppContext): Promise<Response> {
  if ((await openRestore(c)).scope !== 'whole') throw refused('Базы этой копией не восстанавливаются')
  const asked = parsed(tableQuery, c.req.query())
  const body = await parsedBody(c, z.object({ columns: z.array(z.string()), rows: z.array(z.array(value)) }))
  const leftOut = await writeBackupRows(c.env, { ...asked, ...body }).catch((error: unknown) => {
    throw error instanceof RangeError ? refused(error.message) : error
  })
  return succeed(c, { left_out: leftOut })
}

async function wallet(c: AppContext, userId: string): Promise<Response> {
  const { scope } = await openRestore(c)
  const { more } = parsed(walletQuery, c.req.query())
  const lines = c.req.raw.body === null ? [] : linesOf(c.req.raw.body)
  const outcome = await restoreWallet(c.env, userId, { lines, scope, hasMore: more !== undefined })
  if (!['restored', 'living', 'begun'].includes(outcome.state))
    await raiseAlarm(c.env, userId, { event: 'wallet-not-restored', subject: userId, outcome: outcome.state })
  return succeed(c, outcome)
}

/** Recorded only now: the record itself came back with the other rows. */
async function end(c: AppContext): Promise<Response> {
  const { id, scope, operator, reason, startedAt } = await openRestore(c)
  const figures = await parsedBody(c, z.record(z.string(), z.number()))
  const about = { action: 'backup-restore', subject: id, operator, reason, idempotency_key: `restore-${id}` } as const
  await recorded(c, { ...about, facts: async () => ({ scope, startedAt }) }, async () => figures)
  await endRestore(c.var.directory, id, Date.now())
  return succeed(c, {})
}

export function mountRestore(app: Hono<HonoEnv>) {
  app.post('/operator/backup/restore/begin', (c) => begin(c))
  app.put('/operator/backup/restore/rows', (c) => rows(c))
  app.put('/operator/backup/restore/sequences', async (c) => {
    await openRestore(c)
    const body = await parsedBody(c, sequences)
    await writeBackupSequences(c.env, body.database, body.sequences)
    return succeed(c, {})
  })
  app.put('/operator/backup/restore/wallets/:user', (c: Context<HonoEnv, '/operator/backup/restore/wallets/:user'>) =>
    wallet(c, c.req.param('user'))
  )
  mountRestoredFiles(app)
  app.post('/operator/backup/restore/end', (c) => end(c))
}
