// Asks a supplier for its list of models, with the key of its answers. Bounded in bytes, time, pages and models; no redirect is followed,
// because it would send the key to another host.
import type { ListedModel } from '#contract/operator/shop/supplier-list.ts'
import { ProviderFailure } from '../http/failure.ts'
import { fieldAt, parsedJson, textAt } from '../http/fields.ts'
import { callForBytes, type MediaCall, type MediaOptions, malformed } from '../http/upstream-call.ts'
import { anthropicVersion } from './anthropic-version.ts'
import type { ChatConnection } from './connection.ts'
import { addModels, entriesOf } from './listed-models.ts'
import { chatErrorCodeOf, chatWordings } from './openai-chat-errors.ts'

export const listModelsMax = 5000
const listBytesMax = 8 * 1024 * 1024
const listMs = 20_000
const pagesMax = 10
const pageSize = 1000
/** Lists and objects: of 5,000 models with their prices and features. Millions of empty ones would fill the memory once they are read. */
const partsMax = 200_000

/** An address that answers with something else has no list, and neither has one that leads elsewhere. */
const kindsByStatus = Object.fromEntries(
  [301, 302, 303, 307, 308, 400, 404, 405].map((status) => [status, 'malformed' as const])
)

function callOf({ supplier, dialect, baseUrl, apiKey }: ChatConnection, after: string | null): MediaCall {
  const errors = { kindsByStatus, codeOf: chatErrorCodeOf, wordings: chatWordings }
  const call = { provider: supplier, method: 'GET' as const, timeoutMs: listMs, ...errors }
  if (dialect !== 'anthropic-messages') {
    const headers: Record<string, string> = { accept: 'application/json' }
    // A model on a machine of one's own often has no key.
    if (apiKey !== '') headers['authorization'] = `Bearer ${apiKey}`
    return { ...call, url: `${baseUrl}/models`, headers }
  }
  const query = new URLSearchParams({ limit: String(pageSize), ...(after !== null && { after_id: after }) })
  const headers = { 'x-api-key': apiKey, 'anthropic-version': anthropicVersion }
  return { ...call, url: `${baseUrl}/v1/models?${query.toString()}`, headers }
}

function isTooMuch(bytes: Uint8Array): boolean {
  let parts = 0
  for (const byte of bytes) if (byte === 0x5b || byte === 0x7b) parts += 1
  return parts > partsMax
}

export interface ModelList {
  models: ListedModel[]
  /** There are more than were read. */
  isCut: boolean
}

/**
 * @param options another `fetch` and another timeout, for tests
 * @throws ProviderFailure: of kind `malformed` for what is no list of models, with the code `empty` for one without a model that could be
 * used; of kind `too-large` for one that is too long
 */
export async function readModelList(connection: ChatConnection, options: MediaOptions = {}): Promise<ModelList> {
  const begun = Date.now()
  const timeoutMs = options.timeoutMs ?? listMs
  const models = new Map<string, ListedModel>()
  let isCut = false
  let after: string | null = null
  let bytesLeft = listBytesMax
  for (let page = 0; page < pagesMax && !isCut; page += 1) {
    const call: MediaCall = { ...callOf(connection, after), bytesMax: bytesLeft, tooLong: 'too-large' }
    const left = Math.max(1, timeoutMs - (Date.now() - begun))
    const { bytes } = await callForBytes(call, new AbortController().signal, { ...options, timeoutMs: left })
    bytesLeft -= bytes.byteLength
    const body = isTooMuch(bytes) ? undefined : parsedJson(new TextDecoder().decode(bytes))
    const entries = entriesOf(body)
    if (!entries) throw malformed(call)
    isCut = addModels(models, entries, listModelsMax)
    const last = textAt(body, 'last_id')
    if (connection.dialect !== 'anthropic-messages' || fieldAt(body, 'has_more') !== true || last === null) break
    if (last === after || page === pagesMax - 1) isCut = true
    after = last
  }
  if (models.size > 0) return { models: [...models.values()], isCut }
  throw new ProviderFailure(connection.supplier, { kind: 'malformed', retryable: false, code: 'empty' })
}
