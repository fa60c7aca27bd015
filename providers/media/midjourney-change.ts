// Changes of a picture that Midjourney has made: by the number of a variant, or by a button of the finished task, whose
// custom id only the proxy knows.
import { callForBytes } from '../http/upstream-call.ts'
import type { MediaCall, MediaOptions } from '../http/upstream-call.ts'
import { fieldAt, parsedJson, textAt } from '../http/fields.ts'
import { ProviderFailure } from '../http/failure.ts'
import type { MediaEnd, MediaRequest } from './media.ts'

/** A call of the proxy, without its body. */
export type CallTo = (path: string) => Pick<MediaCall, 'provider' | 'url' | 'headers'>

/** The time for reading a task, which a submission may need first. */
export const readTimeoutMs = 10_000

/** A submission to make, or the reason why there is none. */
export type Submission = { path: string; body: Record<string, unknown> } | MediaEnd

/** A read has started no work, even when it failed. */
function asRefusal(error: unknown): unknown {
  if (!(error instanceof ProviderFailure)) return error
  const { provider, kind, code, retryAfterSeconds } = error
  if (['rejected', 'unauthorized', 'unpaid', 'model-gone'].includes(kind)) return error
  if (kind === 'malformed') return new ProviderFailure(provider, { kind: 'rejected', retryable: false, code: kind })
  return new ProviderFailure(provider, { kind: 'busy', retryable: true, code, retryAfterSeconds })
}

/** The buttons of a finished task; null when the proxy does not know it any more. */
async function buttonsOf(call: MediaCall, signal: AbortSignal, options: MediaOptions): Promise<unknown[] | null> {
  try {
    const { bytes } = await callForBytes(call, signal, options)
    const text = new TextDecoder().decode(bytes).trim()
    if (text === '' || text === 'null') return null
    const buttons = fieldAt(parsedJson(text), 'buttons')
    return Array.isArray(buttons) ? buttons : []
  } catch (error) {
    throw asRefusal(error)
  }
}

/**
 * @param request with the options `taskId` and either `action` and `index`, or `button`, the beginning of its custom id
 * @throws ProviderFailure when the task could not be read; nothing has started then
 */
export async function changeSubmission(
  callTo: CallTo,
  { options: asked, userTag: state }: MediaRequest,
  signal: AbortSignal,
  options: MediaOptions
): Promise<Submission> {
  const { taskId, action, index, button } = asked
  if (button === undefined) return { path: 'submit/change', body: { taskId, action, index, state } }
  const read = {
    ...callTo(`task/${encodeURIComponent(String(taskId))}/fetch`),
    method: 'GET' as const,
    timeoutMs: readTimeoutMs
  }
  const buttons = await buttonsOf(read, signal, options)
  if (buttons === null) return { state: 'failed', reason: 'source-gone', code: null }
  const customId = buttons
    .map((one) => textAt(one, 'customId'))
    .find((id) => id !== null && id.startsWith(String(button)))
  if (customId == null) return { state: 'failed', reason: 'rejected', code: 'no_button' }
  return { path: 'submit/action', body: { taskId, customId, state } }
}
