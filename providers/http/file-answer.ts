// Calls whose response is a file. A small one is read completely, so that storing it can be tried again; of a large one
// only the beginning is held, and the caller reads the rest while it stores it: an isolate has 128 MB for ten jobs.
import { BodyReader } from './body.ts'
import type { Deadline } from './deadline.ts'
import type { ProviderFailure } from './failure.ts'
import { type MediaCall, type MediaOptions, openCall } from './upstream-call.ts'

type Bytes = Uint8Array<ArrayBuffer>

/** A file that is in memory, or one that is read once, from the connection on which it comes. */
export type FileBody =
  | { kind: 'bytes'; bytes: Bytes }
  /**
   * `sizeBytes`: as the provider announced it; null when it did not. The stream fails with a ProviderFailure when the
   * connection breaks or the call takes too long; unread, it must be cancelled.
   */
  | { kind: 'stream'; stream: ReadableStream<Uint8Array>; sizeBytes: number | null }

export interface FileAnswer {
  headers: Headers
  file: FileBody
}

/** More than almost every picture and recording has. */
const heldBytesMax = 8 * 1024 * 1024

/** With compression the header gives the compressed length, not that of the file. */
function announcedBytes(headers: Headers): number | null {
  const length = headers.has('content-encoding') ? null : headers.get('content-length')
  return length !== null && /^\d{1,15}$/.test(length) ? Number(length) : null
}

/**
 * Performs the call and reads its response, up to `heldBytesMax`.
 * @throws ProviderFailure as `callForBytes` does
 * @throws the signal's own reason when the caller aborts
 */
export async function callForFile(call: MediaCall, signal: AbortSignal, options: MediaOptions): Promise<FileAnswer> {
  const { response, deadline, failed } = await openCall(call, signal, options)
  const { headers } = response
  const sizeBytes = announcedBytes(headers)
  if (!response.body) {
    deadline.stop()
    return { headers, file: { kind: 'bytes', bytes: new Uint8Array() } }
  }
  const body = new BodyReader(response.body, deadline)
  const cut = () => failed({ kind: 'cut', retryable: true })
  try {
    const { chunks, isWhole } = await beginningOf(body, sizeBytes)
    if (!isWhole) return { headers, file: { kind: 'stream', stream: streamOf(chunks, body, deadline, cut), sizeBytes } }
    if (body.isBroken) throw cut()
    close(body, deadline)
    return { headers, file: { kind: 'bytes', bytes: joined(chunks) } }
  } catch (error) {
    close(body, deadline)
    throw error
  }
}

/** A body that announces a large size is not read here. */
async function beginningOf(body: BodyReader, sizeBytes: number | null) {
  const chunks: Uint8Array[] = []
  let length = 0
  if (sizeBytes !== null && sizeBytes > heldBytesMax) return { chunks, isWhole: false }
  for (let chunk = await body.next(); chunk; chunk = await body.next()) {
    chunks.push(chunk)
    length += chunk.byteLength
    if (length > heldBytesMax) return { chunks, isWhole: false }
  }
  return { chunks, isWhole: true }
}

function joined(chunks: readonly Uint8Array[]): Bytes {
  const bytes = new Uint8Array(chunks.reduce((sum, { byteLength }) => sum + byteLength, 0))
  let at = 0
  for (const chunk of chunks) {
    bytes.set(chunk, at)
    at += chunk.byteLength
  }
  return bytes
}

/** Never reads ahead of its reader, so that little is held in memory. */
function streamOf(
  held: Uint8Array[],
  body: BodyReader,
  deadline: Deadline,
  cut: () => ProviderFailure
): ReadableStream<Uint8Array> {
  return new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        try {
          const chunk = held.shift() ?? (await body.next())
          if (chunk) return controller.enqueue(chunk)
          if (body.isBroken) throw cut()
          close(body, deadline)
          controller.close()
        } catch (error) {
          close(body, deadline)
          controller.error(error)
        }
      },
      cancel: () => close(body, deadline)
    },
    { highWaterMark: 0 }
  )
}

function close(body: BodyReader, deadline: Deadline): void {
  body.close()
  deadline.stop()
}

/** Closes the connection of a file that is not wanted. */
export async function discard(file: FileBody): Promise<void> {
  if (file.kind === 'stream') await file.stream.cancel()
}

export const isEmpty = (file: FileBody): boolean => file.kind === 'bytes' && file.bytes.byteLength === 0
