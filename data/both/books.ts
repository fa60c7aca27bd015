import { hasHistory, openDirectory, openHistory } from '../base/database.ts'
import { hasAccount } from '../directory/users.ts'
import { hasLedger } from '../history/reconciliation.ts'

/** Whether there is an account with this id, or an erased one whose books are kept. */
export async function hasBooks(env: Env, userId: string): Promise<boolean> {
  if (!hasHistory(env, userId)) return false
  return (await hasAccount(openDirectory(env), userId)) || (await hasLedger(openHistory(env, userId), userId))
}
