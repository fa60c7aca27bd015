// A file of unknown length on its way into the store: part by part, of which one is in memory. The store wants them of
// one size, but for the last one.

/** The least that the store takes. */
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
 * Stores what follows a first part.
 * @returns its size; null when the key has been written meanwhile, and stays as it is
 * @throws what the parts throw, and when the store does not take them; nothing is left then
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
