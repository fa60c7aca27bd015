// The R2 keys of attached files and the signed links under which their owners read them. Keys are built only here.
import { createHash } from 'node:crypto'
import { inShard, shardOf } from '#domain/shard.ts'
import { isSignedLink, type LinkSettings, signedLink } from './signed-link.ts'

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

const signedPart = (id: string) => `attachment\0${id}`

export const attachmentLink = (settings: LinkSettings, id: string, now: number): string =>
  signedLink(settings, `attachments/${id}`, signedPart(id), now)

export const isValidAttachmentLink = (
  settings: LinkSettings,
  link: { id: string; expiresAt: number; signature: string },
  now: number
): boolean => isSignedLink(settings, signedPart(link.id), link, now)
