// Tells a user's open pages that something changed. A page that misses the hint reads the state over HTTP.
import type { LiveMessage } from '#contract/live.ts'
import { nameOf, report } from '#notices/report.ts'
import { userOf } from './stubs.ts'

/** Never throws: the change is already stored, and a lost hint must not fail the caller. */
export async function publish(env: Env, userId: string, message: LiveMessage): Promise<void> {
  try {
    await userOf(env, userId).publish(message)
  } catch (error) {
    report(userId, { event: 'publish-failed', type: message.type, error: nameOf(error) })
  }
}
