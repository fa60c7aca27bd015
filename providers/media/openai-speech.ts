// Text to speech by resellers with OpenAI's API: the answer is the recording itself, without the times of its characters.
import { chatErrorCodeOf, chatFailureOf, chatWordings, isChatError, refusalCodes } from '../chat/openai-chat-errors.ts'
import type { Account } from '../http/connection.ts'
import { ProviderFailure } from '../http/failure.ts'
import { parsedJson } from '../http/fields.ts'
import { callForBytes, malformed } from '../http/upstream-call.ts'
import type { MediaCall, MediaOptions } from '../http/upstream-call.ts'
import { directProvider } from './direct-provider.ts'
import type { MediaProvider, MediaRequest } from './media.ts'
import { notTaken } from './refusal.ts'

// A part of a text is a minute of speech.
const startTimeoutMs = 120_000
/** Ten minutes at the highest rate of MP3. */
const recordingBytesMax = 24 * 1024 * 1024

/** Takes the options `prompt` and `voice`, the supplier's own name of one. */
export const openaiSpeechProvider = (account: Account, options: MediaOptions = {}): MediaProvider =>
  directProvider({ startTimeoutMs, moderationCodes: refusalCodes }, async (request, signal) => {
    const call = callOf(account, request)
    const { headers, bytes } = await callForBytes(call, signal, options)
    if (/json|html/i.test(headers.get('content-type') ?? '')) throw textFailure(call, bytes)
    if (bytes.byteLength === 0) return { state: 'failed', reason: 'failed', code: 'no_recording' }
    return { state: 'finished', outputs: [{ kind: 'bytes', bytes, timing: null }] }
  })

/** @throws ProviderFailure for an unknown option, which means that more is offered than is honoured */
function callOf({ supplier, baseUrl, apiKey }: Account, { model, options }: MediaRequest): MediaCall {
  const { prompt: input = '', voice = '', ...others } = options
  const [unknown] = Object.keys(others)
  if (unknown !== undefined) throw notTaken(supplier, unknown)
  return {
    provider: supplier,
    url: `${baseUrl}/audio/speech`,
    headers: { authorization: `Bearer ${apiKey}` },
    body: { model, input, voice, response_format: 'mp3' },
    codeOf: chatErrorCodeOf,
    wordings: chatWordings,
    bytesMax: recordingBytesMax,
    tooLong: 'too-large',
    timeoutMs: startTimeoutMs
  }
}

/** An error with status 200, or a page. */
function textFailure(call: MediaCall, bytes: Uint8Array): ProviderFailure {
  const body = parsedJson(new TextDecoder().decode(bytes.subarray(0, 16_384)))
  return isChatError(body) ? new ProviderFailure(call.provider, chatFailureOf(body)) : malformed(call)
}
