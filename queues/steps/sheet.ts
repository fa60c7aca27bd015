// A sheet of four pictures in one file becomes four results: the user gets pictures, not a sheet. The sheet lies in R2
// while it is cut, under a key that is removed with the results; a step that is interrupted cuts it again.
import { resultKey } from '#data/files/job-files.ts'
import type { JobRow } from '#data/history/jobs.ts'
import type { StoredFile } from '#domain/job.ts'
import { BrokenMedia } from '#formats/byte-reader.ts'
import { sourceOf } from '#formats/media-inspect.ts'
import { splitPng } from '#formats/png-split.ts'
import { factsOf, resultsMax, storedSource } from './files.ts'

/** Not among the results: four of them are there before this one, and `findResults` stops at the first gap. */
export const sheetIndex = resultsMax - 1

/** @throws Error when R2 does not have the sheet, which has just been stored */
async function openSheet(env: Env, key: string): Promise<ReadableStream<Uint8Array>> {
  const object = await env.MEDIA.get(key)
  if (!object) throw new Error('The sheet is missing')
  return object.body
}

async function storeTile(env: Env, { id, kind }: JobRow, index: number, bytes: Uint8Array): Promise<StoredFile> {
  const file = await factsOf(kind, index, sourceOf(bytes))
  if (!file) throw new BrokenMedia()
  await env.MEDIA.put(resultKey(id, index), bytes)
  return file
}

/** A file that cannot be cut is delivered uncut: the user can still use it. */
async function keepWhole(env: Env, { id }: JobRow, sheet: StoredFile, key: string): Promise<StoredFile[]> {
  await env.MEDIA.put(resultKey(id, 0), await openSheet(env, key), { onlyIf: { etagDoesNotMatch: '*' } })
  return [{ ...sheet, index: 0 }]
}

/**
 * Stores the pictures of a stored sheet as results 0 to 3, the first one last (see `findResults`), and removes the sheet.
 * @param sheet the facts of the file under `sheetIndex`
 * @returns null when the file is broken
 * @throws when R2 cannot be reached
 */
export async function storeTiles(env: Env, row: JobRow, sheet: StoredFile): Promise<StoredFile[] | null> {
  const key = resultKey(row.id, sheetIndex)
  try {
    const quarters = await splitPng(storedSource(env, key, sheet.sizeBytes), () => openSheet(env, key))
    const files = quarters ? await storeQuarters(env, row, quarters) : await keepWhole(env, row, sheet, key)
    await env.MEDIA.delete(key)
    return files
  } catch (error) {
    if (error instanceof BrokenMedia) return null
    throw error
  }
}

async function storeQuarters(
  env: Env,
  row: JobRow,
  quarters: AsyncIterable<{ index: number; bytes: Uint8Array }>
): Promise<StoredFile[]> {
  let first: Uint8Array | null = null
  const files: StoredFile[] = []
  for await (const { index, bytes } of quarters) {
    if (index === 0) first = bytes
    else files.push(await storeTile(env, row, index, bytes))
  }
  if (!first) throw new BrokenMedia()
  return [await storeTile(env, row, 0, first), ...files]
}
