// The edge runs the Worker's periodic work by the clock. Under `wrangler pages dev` nothing does, so this does: by the
// call that operators have for it.
import { setTimeout as pause } from 'node:timers/promises'

/** More often than at the edge: after a crash somebody sits in front of this one. */
const everyMs = 20_000

async function runOnce(apiOrigin: string, operatorToken: string, signal: AbortSignal): Promise<void> {
  const response = await fetch(`${apiOrigin}/api/operator/cron`, {
    method: 'POST',
    headers: { authorization: `Bearer ${operatorToken}` },
    signal
  })
  if (!response.ok) console.error(`The periodic work failed: ${response.status} ${await response.text()}`)
}

/** Runs the periodic work at once, since a crash may have left some, and then by the clock until the signal aborts. */
export async function runCron(apiOrigin: string, operatorToken: string, signal: AbortSignal): Promise<void> {
  while (!signal.aborted) {
    // An API that is restarting or gone is noticed elsewhere.
    await runOnce(apiOrigin, operatorToken, signal).catch(() => undefined)
    await pause(everyMs, undefined, { signal }).catch(() => undefined)
  }
}
