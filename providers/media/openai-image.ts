// Pictures from text, or from the user's own, as OpenAI's API makes them: by OpenAI itself, and by resellers that speak as it does.
import { extensionOf } from '#contract/media-types.ts'
import { isOpenaiImageModel } from '#contract/supplier-dialects.ts'
import {
  chatErrorCodeOf,
  chatFailureOf,
  chatWordings,
  isChatError,
  refusalCodes,
  waitSecondsOf
} from '../chat/openai-chat-errors.ts'
import type { Account } from '../http/connection.ts'
import { ProviderFailure } from '../http/failure.ts'
import { fieldAt, textAt } from '../http/fields.ts'
import { callForJsonFiles, malformed } from '../http/upstream-call.ts'
import type { JsonFiles } from '../http/json-files.ts'
import type { MediaCall, MediaOptions } from '../http/upstream-call.ts'
import { directProvider } from './direct-provider.ts'
import { promptOf } from './prompt.ts'
import type { MediaEnd, MediaFile, MediaProvider, MediaRequest } from './media.ts'

// High quality takes about a minute, at busy times two.
const startTimeoutMs = 180_000
const moderationCodes = ['moderation_blocked']
const linkLengthMax = 4096

type Fields = Record<string, string | number>

/** OpenAI itself: the picture comes as base64, and is marked with a hash of the user. */
export const openaiImageProvider = (account: Account, options: MediaOptions = {}): MediaProvider =>
  directProvider({ startTimeoutMs, moderationCodes }, async (request, signal) => {
    const fields = { output_format: 'png', safety_identifier: request.userTag }
    const call = callOf(account, request, fields)
    const { body, files } = await callForJsonFiles(call, signal, options)
    return endOf(call, body, files)
  })

/**
 * A reseller: no more than all of them take. OpenAI's own models refuse `response_format`; others answer with a link without it, and
 * some with it too.
 */
export const resoldImageProvider = (account: Account, options: MediaOptions = {}): MediaProvider =>
  directProvider(
    { startTimeoutMs, moderationCodes: [...moderationCodes, ...refusalCodes] },
    async (request, signal): Promise<MediaEnd> => {
      const own = isOpenaiImageModel(request.model) ? { output_format: 'png' } : { response_format: 'b64_json' }
      const errors = { codeOf: chatErrorCodeOf, wordings: chatWordings, waitSecondsOf }
      const call = { ...callOf(account, request, own), ...errors }
      const { body, files } = await callForJsonFiles(call, signal, options)
      if (isChatError(body) && !Array.isArray(fieldAt(body, 'data')))
        throw new ProviderFailure(account.supplier, chatFailureOf(body))
      return linked(body) ?? endOf(call, body, files)
    }
  )

function callOf({ supplier, baseUrl, apiKey }: Account, request: MediaRequest, more: Fields): MediaCall {
  const isEdit = Object.keys(request.files).length > 0
  return {
    provider: supplier,
    url: `${baseUrl}/images/${isEdit ? 'edits' : 'generations'}`,
    headers: { authorization: `Bearer ${apiKey}` },
    body: isEdit ? editForm(request, more) : fieldsOf(request, more),
    timeoutMs: startTimeoutMs
  }
}

/** Sizes and qualities are passed on unchecked: the provider rejects unknown ones. */
function fieldsOf({ model, options }: MediaRequest, more: Fields): Fields {
  const { prompt: _, promptSuffix: __, ...others } = options
  return { model, prompt: promptOf(options), ...others, n: 1, ...more }
}

function editForm(request: MediaRequest, more: Fields): FormData {
  const form = new FormData()
  for (const [name, value] of Object.entries(fieldsOf(request, more))) form.set(name, String(value))
  const { mask, ...pictures } = request.files
  const sent = Object.entries(pictures)
  // One picture goes under another name than several.
  for (const [name, file] of sent) form.append(sent.length === 1 ? 'image' : 'image[]', fileOf(name, file))
  if (mask) form.set('mask', fileOf('mask', mask))
  return form
}

/** The file name needs the right extension, because the provider checks it too. */
const fileOf = (name: string, { bytes, type }: MediaFile) => new File([bytes], `${name}.${extensionOf(type)}`, { type })

const firstPicture = (answer: unknown): unknown => {
  const pictures = fieldAt(answer, 'data')
  return Array.isArray(pictures) ? pictures[0] : undefined
}

/** A link in place of the bytes; null without one. The queue fetches it, and does not trust it. */
function linked(answer: unknown): MediaEnd | null {
  const picture = firstPicture(answer)
  const url = textAt(picture, 'url') ?? ''
  if (textAt(picture, 'b64_json') || !/^https?:/i.test(url) || url.length > linkLengthMax) return null
  return { state: 'finished', outputs: [{ kind: 'link', url }] }
}

/** A success without an image also ends the job, because the result cannot be fetched in another way. */
function endOf(call: MediaCall, answer: unknown, files: JsonFiles): MediaEnd {
  if (!Array.isArray(fieldAt(answer, 'data'))) throw malformed(call)
  const picture = firstPicture(answer)
  // Some resellers put a data URL where a link would be.
  const bytes = files.bytesOf(textAt(picture, 'b64_json') ?? textAt(picture, 'url') ?? '')
  if (bytes === null) return { state: 'failed', reason: 'failed', code: 'no_picture' }
  return { state: 'finished', outputs: [{ kind: 'bytes', bytes }] }
}
