// In production a cron trigger starts the Worker's periodic work. `wrangler pages dev` has no cron triggers, so this
// module calls the operators' endpoint for it instead.
import { setTimeout as pause } from 'node:timers/promises'

/** More often than in production, so that a developer does not wait long for the recovery after a crash. */
const everyMs = 20_000

async function runOnce(apiOrigin: string, operatorToken: string, signal: AbortSignal): Promise<void> {
  const response = await fetch(`${apiOrigin}/api/operator/cron`, {
    method: 'POST',
    headers: { authorization: `Bearer ${operatorToken}` },
    signal
  })
  if (!response.ok) console.error(`The periodic work failed: ${response.status} ${await response.text()}`)
}

/** Runs the periodic work at once, for rows that a crash left behind, then at intervals until the signal aborts. */
export async function runCron(apiOrigin: string, operatorToken: string, signal: AbortSignal): Promise<void> {
  while (!signal.aborted) {
    // Failures of the API are ignored here: it may be restarting, and the product itself notices when it stops.
    await runOnce(apiOrigin, operatorToken, signal).catch(() => undefined)
    await pause(everyMs, undefined, { signal }).catch(() => undefined)
  }
}
