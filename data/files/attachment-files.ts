// The R2 keys of attached files and the signed links under which their owners read them. Keys are built only here.
import { createHash, createHmac } from 'node:crypto'
import { inShard, shardOf } from '#domain/shard.ts'
import type { LinkSettings } from './job-files.ts'
import { isSignature } from '../base/signature.ts'

const idPattern = /^h[1-9]\d{0,3}-[0-9a-f]{32}$/

export const isAttachmentId = (text: string): boolean => idPattern.test(text)

/** The same for a repeated upload; others cannot guess it, and it leads to the database with its row. */
export function attachmentIdOf(userId: string, key: string): string {
  const digest = createHash('sha256').update(`attachment\0${userId}\0${key}`).digest('hex')
  return inShard(shardOf(userId), digest.slice(0, 32))
}

export const attachmentKey = (id: string) => `attachments/${id}/file`
/** The text that was read out of a document. */
export const attachmentTextKey = (id: string) => `attachments/${id}/text`
export const attachmentKeys = (id: string): string[] => [attachmentKey(id), attachmentTextKey(id)]

const windowMs = 30 * 60_000

const signatureOf = (secret: string, id: string, expiresAt: number): Buffer =>
  createHmac('sha256', secret).update(`attachment\0${id}\0${expiresAt}`).digest().subarray(0, 24)

/** A signed URL to read the file for 30 to 60 minutes. It changes every half hour, so that browsers can cache. */
export function attachmentLink(settings: LinkSettings, id: string, now: number): string {
  const expiresAt = (Math.floor(now / windowMs) + 2) * windowMs
  const signature = signatureOf(settings.JWT_SECRET, id, expiresAt).toString('base64url')
  return `${settings.SITE_ORIGIN}/api/files/attachments/${id}?expires=${expiresAt}&signature=${signature}`
}

/** Whether we signed this URL and it has not expired. */
export function isValidAttachmentLink(
  settings: LinkSettings,
  { id, expiresAt, signature }: { id: string; expiresAt: number; signature: string },
  now: number
): boolean {
  if (expiresAt <= now) return false
  const secrets = [settings.JWT_SECRET, settings.JWT_SECRET_PREVIOUS].filter((secret) => secret !== undefined)
  return secrets.some((secret) => isSignature(signature, signatureOf(secret, id, expiresAt)))
}
