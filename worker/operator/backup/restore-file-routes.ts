// The files of a restore. A small one comes at once; a film comes in parts, because neither a request nor an isolate holds one.
// R2 deletes parts that are never put together, so a command that was interrupted begins the file anew.
import { Buffer } from 'node:buffer'
import type { Hono } from 'hono'
import { z } from 'zod'
import { numberInText } from '#contract/validation.ts'
import { backupsPrefix } from '#data/files/backup-files.ts'
import type { AppContext, HonoEnv } from '../../http/context.ts'
import { succeed } from '../../http/serve.ts'
import { parsed, parsedBody } from './input.ts'
import { openRestore, refused } from './open-restore.ts'

const key = z
  .string()
  .min(1)
  .refine((name) => !name.startsWith(backupsPrefix))
const fileQuery = z.object({ key, type: z.string().optional() })
const beginning = z.object({ key, type: z.string().nullable() })
const partQuery = z.object({ key, upload: z.string(), part: numberInText(z.number().int().min(1).max(10_000)) })
const end = z.object({
  key,
  upload: z.string(),
  parts: z.array(z.object({ part: z.number().int(), etag: z.string() })).min(1),
  sha256: z.string()
})

async function expectWhole(c: AppContext): Promise<void> {
  if ((await openRestore(c)).scope !== 'whole') throw refused('Файлы этой копией не восстанавливаются')
}

const metadata = (type: string | null | undefined): R2PutOptions & R2MultipartOptions =>
  type === null || type === undefined ? {} : { httpMetadata: { contentType: type } }

/** R2 refuses bytes with another checksum than the backup has. */
async function file(c: AppContext): Promise<Response> {
  await expectWhole(c)
  const asked = parsed(fileQuery, c.req.query())
  const options = { sha256: c.req.header('x-sha256') ?? '', ...metadata(asked.type) }
  await c.env.MEDIA.put(asked.key, await c.req.arrayBuffer(), options)
  return succeed(c, {})
}

async function begin(c: AppContext): Promise<Response> {
  await expectWhole(c)
  const asked = await parsedBody(c, beginning)
  const { uploadId } = await c.env.MEDIA.createMultipartUpload(asked.key, metadata(asked.type))
  return succeed(c, { upload: uploadId })
}

async function part(c: AppContext): Promise<Response> {
  await expectWhole(c)
  const asked = parsed(partQuery, c.req.query())
  const upload = c.env.MEDIA.resumeMultipartUpload(asked.key, asked.upload)
  const { partNumber, etag } = await upload.uploadPart(asked.part, await c.req.arrayBuffer())
  return succeed(c, { part: partNumber, etag })
}

async function sha256At(media: R2Bucket, name: string): Promise<string | null> {
  const stored = await media.get(name)
  if (!stored) return null
  const digest = new crypto.DigestStream('SHA-256')
  await stored.body.pipeTo(digest)
  return Buffer.from(await digest.digest).toString('hex')
}

/** R2 keeps no checksum of parts, so the whole is read again. A file that was put together before says the same. */
async function finish(c: AppContext): Promise<Response> {
  await expectWhole(c)
  const asked = await parsedBody(c, end)
  const parts = asked.parts.map((one) => ({ partNumber: one.part, etag: one.etag }))
  const upload = c.env.MEDIA.resumeMultipartUpload(asked.key, asked.upload)
  await upload.complete(parts).catch(() => null)
  if ((await sha256At(c.env.MEDIA, asked.key)) === asked.sha256) return succeed(c, {})
  await c.env.MEDIA.delete(asked.key)
  throw refused(`Файл ${asked.key} пришёл другим, чем лежит в копии: повторите команду`)
}

export function mountRestoredFiles(app: Hono<HonoEnv>) {
  app.put('/operator/backup/restore/file', (c) => file(c))
  app.post('/operator/backup/restore/upload', (c) => begin(c))
  app.put('/operator/backup/restore/upload', (c) => part(c))
  app.post('/operator/backup/restore/upload/end', (c) => finish(c))
}
