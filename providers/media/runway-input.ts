// Sends files to Runway: small images inside the request, everything else as a temporary upload.
import type { Account } from '../http/connection.ts'
import { extensionOf } from '#contract/media-types.ts'
import { base64Of } from './base64.ts'
import { ProviderFailure } from '../http/failure.ts'
import { fieldAt, textAt } from '../http/fields.ts'
import { isAcceptanceUnknown } from '../http/http.ts'
import { callForBytes, callForJson, malformed, quickTimeoutMs } from '../http/upstream-call.ts'
import type { MediaCall, MediaOptions } from '../http/upstream-call.ts'
import type { MediaFile } from './media.ts'
import { runwayCall } from './runway-call.ts'

// Runway limits data URIs to 5 MB without saying whether encoded or decoded; the encoded length is kept below it.
const dataUriLengthMax = 5_000_000
const uploadTimeoutMs = 60_000

/** The longest time that the files of one request take. */
export const inputTimeoutMs = quickTimeoutMs + uploadTimeoutMs

/** The value of `promptImage`. @throws ProviderFailure, always one after which no work has begun */
export async function imageUri(
  account: Account,
  image: MediaFile,
  signal: AbortSignal,
  options: MediaOptions
): Promise<string> {
  const head = `data:${image.type};base64,`
  const length = head.length + 4 * Math.ceil(image.bytes.byteLength / 3)
  if (length > dataUriLengthMax) return uploaded(account, { name: 'image', file: image }, signal, options)
  return head + base64Of(image)
}

/** The value of `videoUri`. @throws ProviderFailure, always one after which no work has begun */
export const videoUri = (
  account: Account,
  video: MediaFile,
  signal: AbortSignal,
  options: MediaOptions
): Promise<string> => uploaded(account, { name: 'video', file: video }, signal, options)

/** Uploads a file. @returns its `runway://` URI, valid for a day */
async function uploaded(
  account: Account,
  { name, file }: { name: string; file: MediaFile },
  signal: AbortSignal,
  options: MediaOptions
): Promise<string> {
  const filename = `${name}.${extensionOf(file.type)}`
  const opening: MediaCall = {
    ...runwayCall(account, 'uploads'),
    body: { filename, type: 'ephemeral' },
    timeoutMs: quickTimeoutMs
  }
  try {
    const place = await callForJson(opening, signal, options)
    const uri = textAt(place, 'runwayUri')
    const url = textAt(place, 'uploadUrl')
    if (uri === null || url === null || !isTrusted(url, account)) throw malformed(opening)
    const body = formOf(fieldAt(place, 'fields'), new File([file.bytes], filename, { type: file.type }))
    // The upload goes to a separate storage without our key and version: the form's fields authorise it.
    await callForBytes(
      { provider: account.supplier, url, headers: {}, body, timeoutMs: uploadTimeoutMs },
      signal,
      options
    )
    return uri
  } catch (error) {
    throw nothingBegun(error)
  }
}

/** The storage requires the file to be the last field. */
function formOf(fields: unknown, file: File): FormData {
  const form = new FormData()
  for (const [name, value] of Object.entries(fields ?? {})) if (typeof value === 'string') form.set(name, value)
  form.set('file', file)
  return form
}

/** The file is only sent over TLS or to the host that we submit to. Runway's storage is on hosts of other companies. */
function isTrusted(address: string, { baseUrl }: Account): boolean {
  const url = URL.parse(address)
  return url !== null && (url.protocol === 'https:' || url.origin === new URL(baseUrl).origin)
}

/** A failed upload has started no task, so the failure is changed to one that may be retried. */
function nothingBegun(error: unknown): unknown {
  if (!(error instanceof ProviderFailure) || !isAcceptanceUnknown(error)) return error
  const { provider, status, retryAfterSeconds, requestId, code } = error
  return new ProviderFailure(provider, { kind: 'busy', retryable: true, status, retryAfterSeconds, requestId, code })
}
