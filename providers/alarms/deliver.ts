// One call of a channel, with its own deadline. Never repeats a call: the clock does, after a pause.
import { readText } from '../http/body.ts'
import { Deadline } from '../http/deadline.ts'
import { ProviderFailure } from '../http/failure.ts'
import { failureOf, perform, type Send, type UpstreamCall } from '../http/http.ts'

const timeoutMs = 10_000
const timeouts = { totalMs: timeoutMs }
const answerBytesMax = 65_536

/** @returns the body of the answer; null when it is too long @throws ProviderFailure for every status other than 2xx */
export async function deliver(call: UpstreamCall, send?: Send): Promise<string | null> {
  const deadline = new Deadline(
    timeouts,
    null,
    (stage) => new ProviderFailure(call.provider, { kind: 'timeout', retryable: true, code: stage })
  )
  try {
    const response = await perform(call, deadline, send)
    if (!response.ok) throw await failureOf(call, response, deadline)
    return await readText(response, answerBytesMax, deadline)
  } finally {
    deadline.stop()
  }
}
