// What an operator sees of the databases.
import type { Hono } from 'hono'
import { openDatabases } from '#contract/operator/system/watch.ts'
import { databaseMaxBytes } from '#domain/database-size.ts'
import type { HonoEnv } from '../../http/context.ts'
import { serve } from '../../http/serve.ts'
import { watchedDatabases } from '../../clock/watch-databases.ts'

export function mountDatabases(app: Hono<HonoEnv>) {
  serve(app, openDatabases, async (_, c) => ({
    max_bytes: databaseMaxBytes,
    databases: (await watchedDatabases(c.env)).map(({ name, bytes, isOpen, isTooLarge }) => ({
      name,
      bytes,
      open: isOpen,
      too_large: isTooLarge
    }))
  }))
}
