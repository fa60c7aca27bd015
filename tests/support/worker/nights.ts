// Runs nights of the backup, and reads what they stored.
import { gunzipSync } from 'node:zlib'
import { env } from 'cloudflare:workers'
import { vi } from 'vitest'
import { openDirectory } from '#data/base/database.ts'
import { backupNights } from '#data/directory/backups.ts'
import { backUpWallets } from '#worker/backup/back-up-wallets.ts'
import type { BackupSizes } from '#worker/backup/store-wallets.ts'
import { changedBinding } from './changed-binding.ts'
import { catchAlarms } from './reconciling.ts'
import { emptyAlarms } from './telling.ts'

/** In the future: the runtime's own clock fires alarms, so none fires by itself. */
export const noon = Date.parse('2033-06-15T12:00:00+03:00')

/** Noon in Moscow, before any night is stored. */
export async function beforeNights(): Promise<void> {
  vi.useFakeTimers({ toFake: ['Date'], now: noon })
  catchAlarms()
  await emptyAlarms()
  await env.DB.prepare('delete from backups').run()
}

export const newest = async () => (await backupNights(openDirectory(env)))[0]!

/** @param between portions */
export async function runNight(bindings: Env = env, sizes?: BackupSizes, between?: () => Promise<unknown>) {
  for (let portions = 0; portions < 500; portions++) {
    if ((await backUpWallets(bindings, Date.now(), sizes)) === 0 && (await newest()).stage === 'done') return newest()
    await between?.()
  }
  throw new Error('The night does not end')
}

export const bytesAt = async (key: string) => new Uint8Array((await (await env.MEDIA.get(key))?.arrayBuffer()) ?? [])

export const textAt = async (key: string) => gunzipSync(await bytesAt(key)).toString()

export const linesAt = async (key: string) =>
  (await textAt(key))
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as Record<string, unknown>)

/** R2 that does not take files with such a word in their keys, so many times. */
export function refusing(isRefused: (key: string) => boolean, times = Infinity): Env {
  let left = times
  const put = (...asked: Parameters<R2Bucket['put']>) => {
    if (isRefused(asked[0]) && left-- > 0) throw new Error('R2 is away')
    return env.MEDIA.put(...asked)
  }
  return { ...env, MEDIA: changedBinding(env.MEDIA, { put }) }
}
