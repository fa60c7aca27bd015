// OpenAI's image models: a picture of words, or a changed one of the user's. The result comes as base64 in the answer
// itself, so `start` always ends the job.
import { Buffer } from 'node:buffer'
import { fieldAt, textAt } from './fields.ts'
import { callForJson, malformed } from './media-call.ts'
import type { MediaCall, MediaOptions } from './media-call.ts'
import { promptOf } from './media-prompt.ts'
import { refusalOf } from './media-refusal.ts'
import type { MediaEnd, MediaFile, MediaProvider, MediaRequest } from './media.ts'
import type { OpenaiSettings } from './openai.ts'

// High quality takes about a minute, a busy hour double that.
const startTimeoutMs = 180_000
// A picture of 1536 × 1024 is at most 7 MB in base64; the isolate that reads it has 128 MB for all it does.
const answerBytesMax = 16 * 1024 * 1024
const moderationCodes = ['moderation_blocked']

export const openaiImageProvider = (settings: OpenaiSettings, options: MediaOptions = {}): MediaProvider => ({
  startTimeoutMs,
  async start(request, signal) {
    const call = callOf(settings, request)
    try {
      return endOf(call, await callForJson(call, signal, options))
    } catch (error) {
      return refusalOf(error, moderationCodes)
    }
  }
})

function callOf({ OPENAI_BASE_URL, OPENAI_API_KEY }: OpenaiSettings, request: MediaRequest): MediaCall {
  const isEdit = request.files['image'] !== undefined
  return {
    provider: 'openai',
    url: `${OPENAI_BASE_URL}/images/${isEdit ? 'edits' : 'generations'}`,
    headers: { authorization: `Bearer ${OPENAI_API_KEY}` },
    body: isEdit ? editForm(request) : generationOf(request),
    timeoutMs: startTimeoutMs,
    bytesMax: answerBytesMax
  }
}

/** Sizes and qualities go through as they are: the upstream refuses those that it does not have. */
function fieldsOf({ model, options }: MediaRequest) {
  const { prompt: _, promptSuffix: __, ...others } = options
  return { model, prompt: promptOf(options), ...others, n: 1, output_format: 'png' }
}

/** Edits are not documented to take the user's tag, and a field that is not known fails the call. */
const generationOf = (request: MediaRequest) => ({ ...fieldsOf(request), safety_identifier: request.userTag })

function editForm(request: MediaRequest): FormData {
  const form = new FormData()
  for (const [name, value] of Object.entries(fieldsOf(request))) form.set(name, String(value))
  for (const [name, file] of Object.entries(request.files)) form.set(name, fileOf(name, file))
  return form
}

/** The upstream looks at the name's extension as well. */
const fileOf = (name: string, { bytes, type }: MediaFile) =>
  new File([bytes], `${name}.${type.split('/')[1]}`, { type })

/** A success without a picture ends the job too: there is no other way to the result. */
function endOf(call: MediaCall, answer: unknown): MediaEnd {
  const pictures = fieldAt(answer, 'data')
  if (!Array.isArray(pictures)) throw malformed(call)
  const base64 = textAt(pictures[0], 'b64_json') ?? ''
  if (base64 === '') return { state: 'failed', reason: 'failed', code: 'no_picture' }
  return { state: 'finished', outputs: [{ kind: 'bytes', bytes: new Uint8Array(Buffer.from(base64, 'base64')) }] }
}
