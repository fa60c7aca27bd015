// Joins the parts of a recording into one file, with subtitles of the whole.
import { resultKey, subtitlesKey } from '#data/files/job-files.ts'
import type { JobRow } from '#data/history/jobs.ts'
import type { StoredFile } from '#domain/job.ts'
import { type Cue, movedCues, srtOf } from '#domain/subtitles.ts'
import { retried } from '#durable-objects/base/retry.ts'
import { wavHeader } from '#formats/wav.ts'
import { orderedSound, sampleRate } from './sound.ts'
import type { StoredPart } from './parts.ts'

const tries = { attemptsMax: 3, firstPauseMs: 250 }

/** Without lines there is no file: the provider sent no times. */
export async function storeSubtitles({ MEDIA }: Env, jobId: string, cues: readonly Cue[]): Promise<void> {
  if (cues.length > 0) await retried(() => MEDIA.put(subtitlesKey(jobId), srtOf(cues)), tries)
}

function cuesOfAll(parts: readonly StoredPart[]): Cue[] {
  let by = 0
  return parts.flatMap(({ cues, durationSeconds }) => {
    const moved = movedCues(cues, { tempo: 1, by })
    by += durationSeconds
    return moved
  })
}

/** Streams the parts one after the other: together they may be larger than the memory. */
async function write(bucket: R2Bucket, parts: readonly StoredPart[], head: Uint8Array, into: WritableStream) {
  try {
    const writer = into.getWriter()
    await writer.write(head)
    writer.releaseLock()
    for (const { key } of parts) {
      const object = await bucket.get(key)
      if (!object) throw new Error('A part of a recording is gone')
      await object.body.pipeTo(into, { preventClose: true })
    }
    await into.close()
  } catch (error) {
    // Otherwise the code that stores the other end would wait for ever.
    await into.abort(error).catch(() => undefined)
    throw error
  }
}

/**
 * Stores the whole recording, once: a second try finds it and leaves it as it is.
 * @throws when R2 fails; the parts are still there, so the step may be repeated
 */
export async function joinParts(
  { MEDIA }: Env,
  row: Pick<JobRow, 'id' | 'options'>,
  parts: readonly StoredPart[]
): Promise<StoredFile> {
  const { format } = orderedSound(row)
  const soundBytes = parts.reduce((sum, { sizeBytes }) => sum + sizeBytes, 0)
  const head = format === 'wav' ? wavHeader(soundBytes, sampleRate) : new Uint8Array()
  const sizeBytes = head.length + soundBytes
  const key = resultKey(row.id, 0)
  await storeSubtitles({ MEDIA } as Env, row.id, cuesOfAll(parts))
  if ((await MEDIA.head(key)) === null) {
    const { readable, writable } = new FixedLengthStream(sizeBytes)
    await Promise.all([
      MEDIA.put(key, readable, { onlyIf: { etagDoesNotMatch: '*' } }),
      write(MEDIA, parts, head, writable)
    ])
  }
  const durationSeconds = parts.reduce((sum, part) => sum + part.durationSeconds, 0)
  const type = format === 'wav' ? 'audio/wav' : 'audio/mpeg'
  return { index: 0, type, sizeBytes, width: null, height: null, durationSeconds }
}
