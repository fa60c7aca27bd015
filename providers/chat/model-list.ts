// Asks a supplier for its list of models, with the key of its answers. Bounded in bytes, time and models; no redirect is followed,
// because it would send the key to another host.
import type { ListedModel } from '#contract/operator/shop/supplier-list.ts'
import { ProviderFailure } from '../http/failure.ts'
import { fieldAt, parsedJson } from '../http/fields.ts'
import { callForBytes, type MediaCall, type MediaOptions, malformed } from '../http/upstream-call.ts'
import { anthropicVersion } from './anthropic-version.ts'
import type { ChatConnection } from './connection.ts'
import { entriesOf, listedModelsOf } from './listed-models.ts'

export const listModelsMax = 5000
const listBytesMax = 8 * 1024 * 1024
const listMs = 20_000
/** Anthropic's list comes in pages, of at most so many: dozens of times what it has. */
const anthropicPageMax = 1000
/** Lists and objects: of 5,000 models with their prices and features. Millions of empty ones would fill the memory once they are read. */
const partsMax = 200_000

/** No list is at the address, or it leads elsewhere. Gemini and xAI answer a wrong key with 400, and nothing else can be wrong. */
const kindsByStatus = {
  301: 'malformed',
  302: 'malformed',
  303: 'malformed',
  307: 'malformed',
  308: 'malformed',
  400: 'unauthorized',
  404: 'malformed',
  405: 'malformed'
} as const

function callOf({ supplier, dialect, baseUrl, apiKey }: ChatConnection): MediaCall {
  const call = {
    provider: supplier,
    method: 'GET',
    timeoutMs: listMs,
    bytesMax: listBytesMax,
    tooLong: 'too-large',
    kindsByStatus
  } as const
  return dialect === 'anthropic-messages'
    ? {
        ...call,
        url: `${baseUrl}/v1/models?limit=${anthropicPageMax}`,
        headers: { 'x-api-key': apiKey, 'anthropic-version': anthropicVersion }
      }
    : {
        ...call,
        url: `${baseUrl}/models`,
        // A model on a machine of one's own often has no key.
        headers: apiKey === '' ? {} : { authorization: `Bearer ${apiKey}` }
      }
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
  const call = callOf(connection)
  const { bytes } = await callForBytes(call, new AbortController().signal, options)
  const body = isTooMuch(bytes) ? undefined : parsedJson(new TextDecoder().decode(bytes))
  const entries = entriesOf(body)
  if (!entries) throw malformed(call)
  const { models, isCut } = listedModelsOf(entries, listModelsMax)
  if (models.length > 0) return { models, isCut: isCut || fieldAt(body, 'has_more') === true }
  throw new ProviderFailure(connection.supplier, { kind: 'malformed', retryable: false, code: 'empty' })
}
