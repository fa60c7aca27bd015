// What every call needs before its own code runs.
import type { MiddlewareHandler } from 'hono'
import { openDirectory } from '#data/base/database.ts'
import { BadEnvironment, isRestoring, mayServe } from '#domain/environment.ts'
import { environmentOf } from '#domain/parsed-environment.ts'
import type { HonoEnv } from './context.ts'
import { AppError } from './errors.ts'
import { SentFiles } from './sent-files.ts'

/** How long a client waits while the platform is being restored from a backup. */
const restoredAfterSeconds = 300

/**
 * The validated environment and the shared database.
 * @param alsoWhileRestoring paths that are served while a backup is being restored
 * @throws BadEnvironment, AppError UNAVAILABLE while the platform is being restored
 */
export const begin =
  (alsoWhileRestoring?: (path: string) => boolean): MiddlewareHandler<HonoEnv> =>
  async (c, next) => {
    const environment = environmentOf(c.env)
    if (!mayServe(environment, new URL(c.req.url).hostname))
      throw new BadEnvironment('Bad environment: STAGE=local answers on a loopback address only')
    if (isRestoring(environment) && !alsoWhileRestoring?.(c.req.path))
      throw new AppError('UNAVAILABLE', { retryAfter: restoredAfterSeconds })
    c.set('environment', environment)
    c.set('directory', openDirectory(c.env))
    await next()
    // `c.header` would copy the finished response.
    if (!c.res.headers.has('cache-control')) c.res.headers.set('cache-control', 'private, no-store')
  }

/** Releases the uploaded files from memory after every call, failed ones included. */
export const withFiles: MiddlewareHandler<HonoEnv> = async (c, next) => {
  const files = new SentFiles()
  c.set('files', files)
  await next().finally(() => files.release())
}
