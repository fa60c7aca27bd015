// OpenAI's image models: create an image from text, or edit the user's image. The result comes as base64.
import { extensionOf } from '#contract/media-types.ts'
import { directProvider } from './direct-provider.ts'
import { fieldAt, textAt } from '../http/fields.ts'
import { callForJsonFiles, malformed } from '../http/upstream-call.ts'
import type { JsonFiles } from '../http/json-files.ts'
import type { MediaCall, MediaOptions } from '../http/upstream-call.ts'
import { promptOf } from './prompt.ts'
import type { MediaEnd, MediaFile, MediaProvider, MediaRequest } from './media.ts'
import type { OpenaiSettings } from '../chat/environment-connections.ts'

// High quality takes about a minute, at busy times two.
const startTimeoutMs = 180_000
const moderationCodes = ['moderation_blocked']

export const openaiImageProvider = (settings: OpenaiSettings, options: MediaOptions = {}): MediaProvider =>
  directProvider({ startTimeoutMs, moderationCodes }, async (request, signal) => {
    const call = callOf(settings, request)
    const { body, files } = await callForJsonFiles(call, signal, options)
    return endOf(call, body, files)
  })

function callOf({ OPENAI_BASE_URL, OPENAI_API_KEY }: OpenaiSettings, request: MediaRequest): MediaCall {
  const isEdit = Object.keys(request.files).length > 0
  return {
    provider: 'openai',
    url: `${OPENAI_BASE_URL}/images/${isEdit ? 'edits' : 'generations'}`,
    headers: { authorization: `Bearer ${OPENAI_API_KEY}` },
    body: isEdit ? editForm(request) : fieldsOf(request),
    timeoutMs: startTimeoutMs
  }
}

/** Sizes and qualities are passed on unchecked: the provider rejects unknown ones. */
function fieldsOf({ model, options, userTag }: MediaRequest) {
  const { prompt: _, promptSuffix: __, ...others } = options
  return { model, prompt: promptOf(options), ...others, n: 1, output_format: 'png', safety_identifier: userTag }
}

function editForm(request: MediaRequest): FormData {
  const form = new FormData()
  for (const [name, value] of Object.entries(fieldsOf(request))) form.set(name, String(value))
  const { mask, ...pictures } = request.files
  const sent = Object.entries(pictures)
  // One picture goes under another name than several.
  for (const [name, file] of sent) form.append(sent.length === 1 ? 'image' : 'image[]', fileOf(name, file))
  if (mask) form.set('mask', fileOf('mask', mask))
  return form
}

/** The file name needs the right extension, because the provider checks it too. */
const fileOf = (name: string, { bytes, type }: MediaFile) => new File([bytes], `${name}.${extensionOf(type)}`, { type })

/** A success without an image also ends the job, because the result cannot be fetched in another way. */
function endOf(call: MediaCall, answer: unknown, files: JsonFiles): MediaEnd {
  const pictures = fieldAt(answer, 'data')
  if (!Array.isArray(pictures)) throw malformed(call)
  const bytes = files.bytesOf(textAt(pictures[0], 'b64_json') ?? '')
  if (bytes === null) return { state: 'failed', reason: 'failed', code: 'no_picture' }
  return { state: 'finished', outputs: [{ kind: 'bytes', bytes }] }
}
