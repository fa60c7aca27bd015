import { raiseAlarm } from '#durable-objects/raise-alarm.ts'

export type BackupAlarm = 'backup-late' | 'backup-user-failed' | 'wallet-not-restored'

/**
 * The one place where backup and restore call a person.
 * @param subject the id of the user; empty: the whole stack
 */
export const tell = (env: Env, kind: BackupAlarm, subject: string, detail: string): Promise<void> =>
  raiseAlarm(env, '', { event: kind, subject, detail })
