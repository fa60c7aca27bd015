// The files of a restore: small ones at once, films in parts, because a request holds no more than 100 MB and an isolate little more.
import { type BackupClient, query } from './client.ts'
import { bytesIn, linesIn, mediaList, partsOf, sizeIn } from './folder.ts'

/** Of one request; R2 takes no smaller part than 5 MB, and all of a file but the last must be equal. */
export const usualPartBytes = 32 * 1024 * 1024

interface StoredFile {
  name: string
  key: string
  type: string | null
  sha256: string
}

async function sendInParts(client: BackupClient, folder: string, file: StoredFile, partBytes: number): Promise<void> {
  const { name, key, type, sha256 } = file
  const { upload } = await client.call<{ upload: string }>('POST', '/restore/upload', { key, type })
  const parts: { part: number; etag: string }[] = []
  for (const bytes of partsOf(folder, name, partBytes)) {
    const path = `/restore/upload?${query({ key, upload, part: parts.length + 1 })}`
    parts.push(await client.write<{ part: number; etag: string }>(path, bytes))
  }
  await client.call('POST', '/restore/upload/end', { key, upload, parts, sha256 })
}

/** @param partBytes files that are larger come in parts of this size */
export async function restoreMedia(client: BackupClient, folder: string, partBytes: number): Promise<void> {
  for await (const line of linesIn(folder, mediaList)) {
    const file = JSON.parse(line) as StoredFile
    const { name, key, type, sha256 } = file
    if (sizeIn(folder, name) > partBytes) await sendInParts(client, folder, file, partBytes)
    else {
      const path = `/restore/file?${query({ key, ...(type !== null && { type }) })}`
      await client.write(path, bytesIn(folder, name), { 'x-sha256': sha256 })
    }
  }
}
