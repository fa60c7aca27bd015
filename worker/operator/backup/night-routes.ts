// The nightly backups of the wallets, for the command that brings one out of R2.
import type { Hono } from 'hono'
import { z } from 'zod'
import { numberInText } from '#contract/validation.ts'
import { backupPartKey, backupWalletKey } from '#data/files/backup-files.ts'
import { backupNights } from '#data/directory/backups.ts'
import type { AppContext, HonoEnv } from '../../http/context.ts'
import { expectFound } from '../../http/errors.ts'
import { succeed } from '../../http/serve.ts'
import { parsed } from './input.ts'

const count = numberInText(z.number().int().nonnegative())
const night = count
const partQuery = z.object({ night, part: count })
const walletQuery = z.object({ night, user: z.string().regex(/^[A-Za-z0-9-]{1,64}$/), file: count.default(0) })

async function fileAt(c: AppContext, key: string): Promise<Response> {
  const found = expectFound(await c.env.MEDIA.get(key))
  return c.body(found.body, 200, { 'content-type': 'application/gzip' })
}

export function mountNights(app: Hono<HonoEnv>) {
  app.get('/operator/backup/nights', async (c) =>
    succeed(c, {
      nights: (await backupNights(c.var.directory)).map((row) => ({
        night: row.night,
        users: row.users,
        lines: row.lines,
        bytes: row.bytes,
        balance_tokens: row.balanceTokens,
        parts: row.parts,
        failed: row.failed,
        failed_more: row.failedMore,
        started_at: row.startedAt,
        finished_at: row.finishedAt
      }))
    })
  )
  app.get('/operator/backup/nights/part', (c) => {
    const asked = parsed(partQuery, c.req.query())
    return fileAt(c, backupPartKey(asked.night, asked.part))
  })
  app.get('/operator/backup/nights/wallet', (c) => {
    const asked = parsed(walletQuery, c.req.query())
    return fileAt(c, backupWalletKey(asked.night, asked.user, asked.file))
  })
}
