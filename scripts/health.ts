import { setTimeout as pause } from 'node:timers/promises'
import type { Envelope } from '#contract/envelope.ts'
import { SetupProblem } from './base/setup-problem.ts'

const patienceMs = 420_000
const pauseMs = 100

/** What the API has against its settings, of an answer that says so. */
export function refusedSettings(answer: string): string | undefined {
  if (!answer.includes('BAD_ENVIRONMENT')) return undefined
  const { error } = JSON.parse(answer) as Envelope
  return `${error}. What each setting may be is in docs/environment.md; your own are in .dev.vars and in the environment of this command.`
}

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
      failure ??= refusedSettings(text)
      if (failure !== undefined) continue
    } catch (error) {
      problem = String(error)
    }
    await pause(pauseMs, undefined, { signal })
  }
  throw new SetupProblem(`${apiOrigin}/api/health does not answer 200: ${problem}`)
}
