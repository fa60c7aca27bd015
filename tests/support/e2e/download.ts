import type { Download } from 'playwright-core'

/** What was downloaded; the browser, which another process started, keeps it in a folder of its own. */
export async function contentOf(download: Download): Promise<string> {
  const chunks: Buffer[] = []
  for await (const chunk of await download.createReadStream()) chunks.push(chunk as Buffer)
  return Buffer.concat(chunks).toString()
}
