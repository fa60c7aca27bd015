// Copies of conversations in R2 with their rows. A row is added before its copy and removed after it, so that every copy can be
// found by its row; a row without its copy opens nothing.
import type { Conversation } from '#contract/chats.ts'
import { withProposals } from '#contract/proposal-words.ts'
import { sharesMax } from '#contract/shares.ts'
import type { History } from '#data/base/database.ts'
import { findPath, type PathRow } from '#data/history/message-paths.ts'
import { addShare, findShare, measureShown, removeShare, type ShareRow, sharesOf } from '#data/history/shares.ts'
import { shareKey } from '#data/files/share-files.ts'
import type { CopiedFile } from '#domain/shared-works.ts'
import { sharedChatOf, sharedMessagesMax, sharedTextMaxBytes } from '#domain/share.ts'
import { shareBytes } from '#domain/stored-bytes.ts'
import { digestOf } from '../crypto/digest.ts'
import { type AppContext, historyOf } from '../http/context.ts'
import type { Envelope } from '#contract/envelope.ts'
import { AppError, expectFound } from '../http/errors.ts'
import { dayHolds, limitChatChanges, limitChatWrites } from '../http/limit.ts'
import { inForce } from '../http/in-force.ts'
import { newShareToken } from '../crypto/share-token.ts'
import { copyFiles, deleteCopies, deleteOtherFiles, sharedWorks } from './share-files.ts'

const messagesPerPage = 500

type ShownMessage = Pick<PathRow, 'role' | 'content' | 'outcome' | 'model' | 'createdAt' | 'files' | 'works'>

/** Without the thinking and the sources: they would fill the memory, and the copy does not contain them. */
const shownMessage = ({
  role,
  content,
  outcome,
  model,
  createdAt,
  files,
  works,
  proposals
}: PathRow): ShownMessage => ({
  role,
  content: withProposals(content, proposals),
  outcome,
  model,
  createdAt,
  files,
  works
})

/** All saved messages of the shown path, oldest first. */
async function shownPath(history: History, userId: string, id: Conversation['id']): Promise<ShownMessage[]> {
  const pages: ShownMessage[][] = []
  for (let before: number | undefined; ;) {
    const page = expectFound(await findPath(history, userId, id, { limit: messagesPerPage, before }))
    pages.unshift(page.messages.map(shownMessage))
    if (!page.hasMore) return pages.flat()
    before = page.messages[0]?.id
  }
}

interface Copy {
  title: string
  createdAt: number
  /** The answer of `readShare` as it goes out, so that reading it takes no memory. */
  body: Uint8Array
  /** Those of its works. */
  files: CopiedFile[]
}

/**
 * @param id of the share
 * @param known its row, if an earlier request has added it
 * @throws AppError NOT_FOUND, NOTHING_TO_SHARE, SHARE_TOO_LARGE, TOO_MANY_SHARES
 */
async function copyOf(c: AppContext, id: string, conversationId: number, known?: ShareRow): Promise<Copy> {
  const history = historyOf(c)
  const { userId } = c.var.caller
  const now = known?.createdAt ?? Date.now()
  const size = expectFound(await measureShown(history, userId, conversationId))
  if (!known && size.shares >= sharesMax) throw new AppError('TOO_MANY_SHARES')
  if (size.textBytes > sharedTextMaxBytes || size.messages > sharedMessagesMax) throw new AppError('SHARE_TOO_LARGE')
  const path = await shownPath(history, userId, conversationId)
  const { messages, files } = await sharedWorks(c, path, id)
  const data = sharedChatOf(size.title, messages, (await inForce(c)).models, now)
  if (data.messages.length === 0) throw new AppError('NOTHING_TO_SHARE')
  const answer: Envelope = { success: true, data, message: null, error: null }
  return { title: size.title, createdAt: now, body: new TextEncoder().encode(JSON.stringify(answer)), files }
}

/** The id of the share that a request makes: the repeated request finds it. */
const shareIdOf = (userId: string, conversationId: number, operationId: string): string =>
  digestOf(`share\0${userId}\0${conversationId}\0${operationId}`)

/** Adds the row of a copy, in place of one that counts fewer bytes. */
async function addRow(
  c: AppContext,
  { id, conversationId, copy, known }: Pick<ShareRow, 'id' | 'conversationId'> & { copy: Copy; known?: ShareRow }
): Promise<ShareRow> {
  const { userId } = c.var.caller
  const history = historyOf(c)
  const { title, createdAt, body } = copy
  const bytes = shareBytes(title, body.length)
  if (!dayHolds(c, bytes)) throw new AppError('SHARE_TOO_LARGE')
  await limitChatWrites(c, bytes)
  const tokenDigest = digestOf(newShareToken(c.var.environment, 'shared chat', { userId, id }))
  const row = { id, userId, conversationId, tokenDigest, title, sizeBytes: body.length, createdAt }
  if (known) await removeShare(history, userId, id)
  if (await addShare(history, row, sharesMax)) return row
  // What an interrupted run has left is found by no row any more.
  if (known) await deleteCopies(c.env, userId, [id])
  throw new AppError('NOT_FOUND')
}

/** @throws AppError as the contract says, also RATE_LIMITED and STORAGE_DAY_FULL */
export async function shareConversation(c: AppContext, conversationId: number, operationId: string): Promise<ShareRow> {
  const { userId } = c.var.caller
  const history = historyOf(c)
  // Before the whole path is read.
  await limitChatChanges(c)
  const id = shareIdOf(userId, conversationId, operationId)
  const key = shareKey(userId, id)
  const known = await findShare(history, userId, id)
  if (known && (await c.env.MEDIA.head(key))) return known
  const copy = await copyOf(c, id, conversationId, known)
  const { body, files } = copy
  // The request before was interrupted or is still storing its copy: its row stays, so that neither request deletes the copy of the other.
  const row =
    known && body.length <= known.sizeBytes
      ? known
      : await addRow(c, { id, conversationId, copy, ...(known && { known }) })
  try {
    await copyFiles(c, id, files)
    if (known) await deleteOtherFiles(c, id, files.length)
    await c.env.MEDIA.put(key, body, { httpMetadata: { contentType: 'application/json' } })
  } catch (error) {
    // A repetition goes on with what is stored, unless its row is gone: then nothing else finds it.
    if (!(await findShare(history, userId, id))) await deleteCopies(c.env, userId, [id])
    throw error
  }
  // The conversation may have been deleted meanwhile.
  if (await findShare(history, userId, id)) return row
  await deleteCopies(c.env, userId, [id])
  throw new AppError('NOT_FOUND')
}

/** @throws AppError NOT_FOUND */
export async function revokeShare(c: AppContext, id: string): Promise<void> {
  const { userId } = c.var.caller
  if (!(await findShare(historyOf(c), userId, id))) throw new AppError('NOT_FOUND')
  await deleteCopies(c.env, userId, [id])
  await removeShare(historyOf(c), userId, id)
}

/** Before conversations are deleted, with which the rows go. */
export async function deleteCopiesOf(c: AppContext, ids: readonly number[]): Promise<void> {
  const { userId } = c.var.caller
  const rows = await sharesOf(historyOf(c), userId)
  const theirs = rows.filter(({ conversationId }) => ids.includes(conversationId))
  await deleteCopies(
    c.env,
    userId,
    theirs.map(({ id }) => id)
  )
}
