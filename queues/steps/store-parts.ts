// Stores a file of unknown length in parts, one in memory at a time. R2 requires equal parts, except the last.
import { retried } from '#durable-objects/base/retry.ts'

/** The smallest part that R2 accepts. */
export const partBytes = 5 * 1024 * 1024

/** Cuts a stream into parts; the last one may be shorter, and an empty stream has none. */
export async function* partsOf(stream: ReadableStream<Uint8Array>): AsyncGenerator<Uint8Array<ArrayBuffer>> {
  let part = new Uint8Array(partBytes)
  let length = 0
  for await (const chunk of stream) {
    for (let from = 0; from < chunk.length;) {
      const piece = chunk.subarray(from, from + partBytes - length)
      part.set(piece, length)
      length += piece.length
      from += piece.length
      if (length < partBytes) continue
      yield part
      part = new Uint8Array(partBytes)
      length = 0
    }
  }
  if (length > 0) yield part.subarray(0, length)
}

const tries = { attemptsMax: 3, firstPauseMs: 250 }

/** The size of the object; an earlier attempt may have succeeded although its response was lost. */
const completed = (bucket: R2Bucket, key: string, upload: R2MultipartUpload, parts: R2UploadedPart[]) =>
  retried(async (attempt) => {
    const done = attempt > 1 ? await bucket.head(key) : null
    return done?.size ?? (await upload.complete(parts)).size
  }, tries)

/**
 * Stores the parts under the key, each again when R2 refuses it: a provider sends a file only once.
 * @returns the size; null when the key was written meanwhile, which is left as it is
 * @throws what `parts` throws, or when R2 keeps refusing; the upload is then aborted
 */
export async function storeParts(
  bucket: R2Bucket,
  key: string,
  parts: AsyncIterable<Uint8Array>
): Promise<number | null> {
  const upload = await retried(() => bucket.createMultipartUpload(key), tries)
  try {
    const stored: R2UploadedPart[] = []
    for await (const part of parts) stored.push(await retried(() => upload.uploadPart(stored.length + 1, part), tries))
    if (await bucket.head(key)) {
      await upload.abort()
      return null
    }
    return await completed(bucket, key, upload, stored)
  } catch (error) {
    await upload.abort().catch(() => undefined)
    throw error
  }
}
