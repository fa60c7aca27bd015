// How a file gets to Runway: inside the request while it is small, else through a temporary upload.
import { Buffer } from 'node:buffer'
import { extensionOf } from '#contract/media-types.ts'
import { ProviderFailure } from '../http/failure.ts'
import { fieldAt, textAt } from '../http/fields.ts'
import { isAcceptanceUnknown } from '../http/http.ts'
import { callForBytes, callForJson, malformed, quickTimeoutMs } from '../http/upstream-call.ts'
import type { MediaCall, MediaOptions } from '../http/upstream-call.ts'
import type { MediaFile } from './media.ts'
import { runwayCall } from './runway-call.ts'
import type { RunwaySettings } from './runway-call.ts'

// Runway's limit for data URIs is 5 MB; it does not say of what, so the longer thing keeps to the smaller number.
const dataUriLengthMax = 5_000_000
const uploadTimeoutMs = 60_000

/** The longest that the input of one request takes. */
export const inputTimeoutMs = quickTimeoutMs + uploadTimeoutMs

/** The value of `promptImage`. @throws ProviderFailure, never one that leaves in doubt whether work has begun */
export async function imageUri(
  settings: RunwaySettings,
  image: MediaFile,
  signal: AbortSignal,
  options: MediaOptions
): Promise<string> {
  const head = `data:${image.type};base64,`
  const length = head.length + 4 * Math.ceil(image.bytes.byteLength / 3)
  if (length > dataUriLengthMax) return uploaded(settings, 'image', image, signal, options)
  return head + Buffer.from(image.bytes.buffer, image.bytes.byteOffset, image.bytes.byteLength).toString('base64')
}

/** The value of `videoUri`. @throws ProviderFailure, never one that leaves in doubt whether work has begun */
export const videoUri = (
  settings: RunwaySettings,
  video: MediaFile,
  signal: AbortSignal,
  options: MediaOptions
): Promise<string> => uploaded(settings, 'video', video, signal, options)

/** The `runway://` address of the file, good for a day. */
async function uploaded(
  settings: RunwaySettings,
  name: string,
  file: MediaFile,
  signal: AbortSignal,
  options: MediaOptions
): Promise<string> {
  const filename = `${name}.${extensionOf(file.type)}`
  const opening: MediaCall = {
    ...runwayCall(settings, 'uploads'),
    body: { filename, type: 'ephemeral' },
    timeoutMs: quickTimeoutMs
  }
  try {
    const place = await callForJson(opening, signal, options)
    const uri = textAt(place, 'runwayUri')
    const url = textAt(place, 'uploadUrl')
    if (uri === null || url === null || !isTrusted(url, settings)) throw malformed(opening)
    const body = formOf(fieldAt(place, 'fields'), new File([file.bytes], filename, { type: file.type }))
    // A storage of its own, which wants neither the key nor the version: the form's fields are the permission.
    await callForBytes({ provider: 'runway', url, headers: {}, body, timeoutMs: uploadTimeoutMs }, signal, options)
    return uri
  } catch (error) {
    throw nothingBegun(error)
  }
}

/** Storages demand that the file comes last. */
function formOf(fields: unknown, file: File): FormData {
  const form = new FormData()
  for (const [name, value] of Object.entries(fields ?? {})) if (typeof value === 'string') form.set(name, value)
  form.set('file', file)
  return form
}

/** The user's file goes over TLS or to the very host that we submit to. Runway's storages are on hosts of others. */
function isTrusted(address: string, { RUNWAY_BASE_URL }: RunwaySettings): boolean {
  const url = URL.parse(address)
  return url !== null && (url.protocol === 'https:' || url.origin === new URL(RUNWAY_BASE_URL).origin)
}

/** An upload that went wrong has started no task, so the whole may be asked for again. */
function nothingBegun(error: unknown): unknown {
  if (!(error instanceof ProviderFailure) || !isAcceptanceUnknown(error)) return error
  const { provider, status, retryAfterSeconds, requestId, code } = error
  return new ProviderFailure(provider, { kind: 'busy', retryable: true, status, retryAfterSeconds, requestId, code })
}
