// Telling a user's open pages that something changed. A hint: whoever misses it reads the truth over HTTP.
import type { LiveMessage } from '#contract/live.ts'
import { nameOf, report } from './report.ts'
import { channelOf } from './stubs.ts'

/** Never throws: what happened has happened, whether or not anybody hears of it. */
export async function publish(env: Env, userId: string, message: LiveMessage): Promise<void> {
  try {
    await channelOf(env, userId).publish(message)
  } catch (error) {
    report(userId, { event: 'publish-failed', type: message.type, error: nameOf(error) })
  }
}
