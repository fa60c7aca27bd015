// Old nights leave R2 once a newer one is closed.
import { backupsPrefix, nightPrefix } from '#data/files/backup-files.ts'
import { isNightKept } from '#domain/backup.ts'

/** What one call of R2 deletes. */
const deletedAtOnce = 1000

/** Deletes files of a night that is kept no longer. @returns how many; 0: no such night has any left */
export async function deleteOldNight(env: Env, newest: number): Promise<number> {
  const { delimitedPrefixes } = await env.MEDIA.list({ prefix: backupsPrefix, delimiter: '/' })
  const old = delimitedPrefixes.find((prefix) => {
    const night = Number(prefix.split('/')[1])
    return prefix === nightPrefix(night) && !isNightKept(night, newest)
  })
  if (old === undefined) return 0
  const { objects } = await env.MEDIA.list({ prefix: old, limit: deletedAtOnce })
  await env.MEDIA.delete(objects.map(({ key }) => key))
  return objects.length
}
