// What the files of turns say, read from R2 right before the provider is called. A file that cannot be read ends the answer:
// the model must not answer about a file that it has not seen.
import { beginningOf } from '#contract/cut-text.ts'
import { attachmentKey, attachmentTextKey } from '#data/files/attachment-files.ts'
import type { SentFile } from '#domain/attachment.ts'
import type { SentTurn } from '#domain/conversation-context.ts'
import type { ChatPicture, ChatTurn } from '#providers/chat/provider.ts'

/** All reads of one answer together. */
const readingMaxMs = 30_000

class AttachmentLost extends Error {
  override name = 'AttachmentLost'
}

async function bytesOf(bucket: R2Bucket, key: string): Promise<ArrayBuffer> {
  const object = await bucket.get(key)
  if (!object) throw new AttachmentLost()
  return object.arrayBuffer()
}

async function textOf(bucket: R2Bucket, { id, kind }: SentFile): Promise<string> {
  const key = kind === 'text' ? attachmentKey(id) : attachmentTextKey(id)
  return new TextDecoder().decode(await bytesOf(bucket, key))
}

/** In the words of an attribute: a name cannot end it. */
const quoted = (name: string): string => `"${name.replace(/["<>]/g, "'")}"`

async function blockOf(bucket: R2Bucket, file: SentFile): Promise<string> {
  const name = quoted(file.name)
  if (!file.isSent) return `<file name=${name} omitted="true" />`
  if (file.kind === 'picture') return `<file name=${name} kind="picture" />`
  const text = await textOf(bucket, file)
  const isCut = file.sentLength < text.length
  const shown = isCut ? beginningOf(text, file.sentLength) : text
  return `<file name=${name}${isCut ? ' cut="true"' : ''}>\n${shown}\n</file>`
}

async function pictureOf(bucket: R2Bucket, { id, type }: SentFile): Promise<ChatPicture> {
  if (type !== 'image/png' && type !== 'image/jpeg') throw new AttachmentLost()
  return { type, base64: Buffer.from(await bytesOf(bucket, attachmentKey(id))).toString('base64') }
}

async function turnOf(bucket: R2Bucket, { role, text, files = [] }: SentTurn): Promise<ChatTurn> {
  if (files.length === 0) return { role, text }
  const pictures = files.filter(({ kind, isSent }) => kind === 'picture' && isSent)
  const [blocks, shown] = await Promise.all([
    Promise.all(files.map((file) => blockOf(bucket, file))),
    Promise.all(pictures.map((file) => pictureOf(bucket, file)))
  ])
  return { role, text: [...blocks, text].join('\n\n'), ...(shown.length > 0 && { pictures: shown }) }
}

/** The turns as a provider gets them. @throws AttachmentLost for a file that is gone or does not come, or what R2 threw */
export async function withTheirFiles(bucket: R2Bucket, turns: readonly SentTurn[]): Promise<ChatTurn[]> {
  const late = Promise.withResolvers<never>()
  const timer = setTimeout(() => late.reject(new AttachmentLost()), readingMaxMs)
  try {
    return await Promise.race([Promise.all(turns.map((turn) => turnOf(bucket, turn))), late.promise])
  } finally {
    clearTimeout(timer)
  }
}
