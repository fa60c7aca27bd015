import type { Download } from 'playwright-core'

/** The content of a download, read as a stream because the browser of another process stores the file. */
export const contentOf = async (download: Download): Promise<string> => (await bytesOf(download)).toString()

export async function bytesOf(download: Download): Promise<Buffer> {
  const chunks: Buffer[] = []
  for await (const chunk of await download.createReadStream()) chunks.push(chunk as Buffer)
  return Buffer.concat(chunks)
}
