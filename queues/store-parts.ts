// Stores a file of unknown length in parts, one in memory at a time. R2 requires equal parts, except the last.

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

/**
 * Stores the first part and all others under the key.
 * @returns the size; null when the key was written meanwhile, which is left as it is
 * @throws what `others` throws, or when R2 refuses a part; the upload is then aborted
 */
export async function storeParts(
  bucket: R2Bucket,
  key: string,
  first: Uint8Array,
  others: AsyncIterable<Uint8Array>
): Promise<number | null> {
  const upload = await bucket.createMultipartUpload(key)
  try {
    const parts = [await upload.uploadPart(1, first)]
    for await (const part of others) parts.push(await upload.uploadPart(parts.length + 1, part))
    if (await bucket.head(key)) {
      await upload.abort()
      return null
    }
    return (await upload.complete(parts)).size
  } catch (error) {
    await upload.abort().catch(() => undefined)
    throw error
  }
}
