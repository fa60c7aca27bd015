import { setTimeout as pause } from 'node:timers/promises'
import { SetupProblem } from './base/setup-problem.ts'

const patienceMs = 420_000
const pauseMs = 100

/**
 * Waits until the API answers below an origin.
 * @param failed resolves with a reason when waiting has become useless
 * @throws SetupProblem with that reason, or with the API's last answer
 */
export async function waitUntilHealthy(apiOrigin: string, failed: Promise<string>, signal: AbortSignal) {
  const deadline = Date.now() + patienceMs
  let problem = 'no answer'
  let failure: string | undefined
  void failed.then((reason) => (failure = reason))
  while (Date.now() < deadline) {
    signal.throwIfAborted()
    if (failure !== undefined) throw new SetupProblem(failure)
    try {
      const response = await fetch(`${apiOrigin}/api/health`, { signal })
      const text = await response.text()
      // HTML instead of JSON means that Pages does not run its Function yet.
      if (response.ok && text.startsWith('{')) return
      problem = `${response.status} ${text.slice(0, 500)}`
      if (text.includes('BAD_ENVIRONMENT')) break
    } catch (error) {
      problem = String(error)
    }
    await pause(pauseMs, undefined, { signal })
  }
  throw new SetupProblem(`${apiOrigin}/api/health does not answer 200: ${problem}`)
}
