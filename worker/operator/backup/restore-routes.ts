// The calls that fill a stack from a backup. They work only while the setting RESTORING names that backup, which closes the
// stack to everybody else, and only in a stack where nobody has an account yet. Each may be repeated.
import type { Context, Hono } from 'hono'
import { z } from 'zod'
import { change, operatorName } from '#contract/operator-change.ts'
import { backupDatabases, isEmpty, writeBackupRows, writeBackupSequences } from '#data/backup-rows.ts'
import { backupsPrefix } from '#data/backup-files.ts'
import { beginRestore, endRestore, findRestores, type RestoreRow } from '#data/directory/restores.ts'
import type { AppContext, HonoEnv } from '../../http/context.ts'
import { AppError } from '../../http/errors.ts'
import { succeed } from '../../http/serve.ts'
import { recorded } from '../record.ts'
import { parsed, parsedBody } from './input.ts'
import { tell } from '../../backup/tell.ts'
import { restoreWallet } from '../../backup/wallet-text.ts'

const refused = (text: string) => new AppError('CONFLICT', { text })

const beginning = z.object({
  ...change,
  operator: operatorName,
  scope: z.enum(['whole', 'wallets']),
  migrations: z.record(z.string(), z.array(z.string()))
})

const value = z.union([z.string(), z.number(), z.null()])
const tableQuery = z.object({ database: z.string(), table: z.string() })
const sequences = z.object({
  database: z.string(),
  sequences: z.array(z.object({ name: z.string(), seq: z.number().int() }))
})

/** @throws AppError CONFLICT when this stack is not being restored, or from another backup */
async function openRestore(c: AppContext): Promise<RestoreRow> {
  const { RESTORING: id } = c.var.environment
  if (id === undefined) throw refused('Этот стенд не восстанавливается: нет настройки RESTORING')
  const [row, ...more] = await findRestores(c.var.directory)
  if (!row || more.length > 0 || row.id !== id) throw refused('Восстановление этой копии не начато')
  if (row.finishedAt !== null) throw refused('Эта копия уже восстановлена')
  return row
}

async function begin(c: AppContext): Promise<Response> {
  const { RESTORING: id } = c.var.environment
  if (id === undefined) throw refused('Этот стенд не восстанавливается: нет настройки RESTORING')
  const { operator, reason, scope, migrations } = await parsedBody(c, beginning)
  const databases = await backupDatabases(c.env)
  for (const { name, migrations: own } of databases)
    if (scope === 'whole' && own.join() !== (migrations[name] ?? []).join())
      throw refused(`Таблицы базы ${name} сделаны другой версией: разверните ту, что в копии`)
  const [known] = await findRestores(c.var.directory)
  if (known && known.id !== id) throw refused('Сюда уже восстановлена другая копия')
  if (!known && scope === 'whole' && !(await isEmpty(c.env))) throw refused('Стенд не пуст: здесь уже есть данные')
  await beginRestore(c.var.directory, { id, scope, operator, reason, startedAt: Date.now() })
  return succeed(c, { databases, restore: (await findRestores(c.var.directory))[0] })
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
  await openRestore(c)
  const outcome = await restoreWallet(c.env, userId, await c.req.text())
  if (outcome.state !== 'restored') await tell(c.env, 'wallet-not-restored', userId, outcome.state)
  return succeed(c, outcome)
}

/** R2 refuses bytes with another checksum than the backup has. */
async function file(c: AppContext): Promise<Response> {
  if ((await openRestore(c)).scope !== 'whole') throw refused('Файлы этой копией не восстанавливаются')
  const key = c.req.query('key') ?? ''
  const type = c.req.query('type')
  if (key === '' || key.startsWith(backupsPrefix)) throw new AppError('VALIDATION_FAILED')
  await c.env.MEDIA.put(key, await c.req.arrayBuffer(), {
    sha256: c.req.header('x-sha256') ?? '',
    ...(type === undefined ? {} : { httpMetadata: { contentType: type } })
  })
  return succeed(c, {})
}

/** Recorded only now: the record itself came back with the other rows. */
async function end(c: AppContext): Promise<Response> {
  const { id, scope, operator, reason, startedAt } = await openRestore(c)
  const figures = await parsedBody(c, z.record(z.string(), z.number()))
  const about = { action: 'backup-restore', subject: id, userId: '', operator, reason, key: `restore-${id}` } as const
  await recorded(c, about, { before: async () => ({ scope, startedAt }), run: async () => figures })
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
  app.put('/operator/backup/restore/file', (c) => file(c))
  app.post('/operator/backup/restore/end', (c) => end(c))
}
