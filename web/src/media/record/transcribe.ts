import { readDataUrl } from '../upload/file/data-url.ts'
import { call } from '../../base/session/client.ts'
import { retryingBlips } from '../../base/http/retry.ts'

/**
 * What was said in a recording. Empty when nothing was understood.
 * Throws `ApiError`, and the abort as it is.
 */
export async function transcribeSpeech(recording: Blob, signal: AbortSignal): Promise<string> {
  // The whole catalogue comes with these schemas.
  const [{ transcribe }, audio] = await Promise.all([import('#contract/generation.ts'), readDataUrl(recording)])
  const { text } = await retryingBlips(() => call(transcribe, { audio }, { signal }))
  return text.trim()
}
