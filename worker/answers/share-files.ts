// The files of works in a shared copy of a conversation: copies beside it in R2, which live as long as the copy.
import type { SharedWork } from '#contract/shares.ts'
import { resultKey } from '#data/files/job-files.ts'
import { sharedFileKey, sharedFileKeys, sharedFilesPrefix, shareKey } from '#data/files/share-files.ts'
import { filesOfWorks } from '#data/history/card-works.ts'
import { type CopiedFile, sharedFilesMax, worksToCopy } from '#domain/shared-works.ts'
import { fileDayRule } from '#domain/stored-bytes.ts'
import { userOf } from '#durable-objects/stubs.ts'
import { type AppContext, historyOf } from '../http/context.ts'
import { callerAccount } from '../http/session.ts'

/** How many objects R2 deletes in one call. */
const deletedAtOnce = 1000

interface Card {
  works: string[] | null
}

/** A message with the works that a visitor sees; none for what is no card. */
type WithShared<Message> = Message & { shared?: SharedWork[] }

interface Shared<Message> {
  messages: WithShared<Message>[]
  files: CopiedFile[]
}

/**
 * The finished works of the cards among the messages. When the user's day of file bytes is used up, the copy has their texts alone.
 * @param shareId the day is taken from once for it
 */
export async function sharedWorks<Message extends Card>(
  c: AppContext,
  messages: Message[],
  shareId: string
): Promise<Shared<Message>> {
  const { userId } = c.var.caller
  const rows = await filesOfWorks(
    historyOf(c),
    userId,
    messages.flatMap(({ works }) => works ?? [])
  )
  const found = worksToCopy(messages.map(({ works }) => (works ?? []).flatMap((id) => rows.get(id) ?? [])))
  if (found.files.length === 0) return { messages, files: [] }
  const day = fileDayRule(callerAccount(c), found.sizeBytes, Date.now())
  const fits = day.count !== undefined && day.count <= day.limit
  if (!fits || !(await userOf(c.env, userId).take([day], `share ${shareId}`)).allowed) return { messages, files: [] }
  const shown = messages.map((message, index) => {
    const shared = found.cards[index] ?? []
    return shared.length > 0 ? { ...message, shared } : message
  })
  return { messages: shown, files: found.files }
}

/** Copies the files one after the other: each passes through the Worker. One that was deleted meanwhile is left out. */
export async function copyFiles({ env, var: { caller } }: AppContext, shareId: string, files: readonly CopiedFile[]) {
  const { MEDIA } = env
  for (const { jobId, file, index } of files) {
    const found = await MEDIA.get(resultKey(jobId, file.index))
    const httpMetadata = { contentType: file.type }
    if (found) await MEDIA.put(sharedFileKey(caller.userId, shareId, index), found.body, { httpMetadata })
  }
}

/** Deletes what an earlier run of the same request has left and this one has not written. */
export async function deleteOtherFiles({ env, var: { caller } }: AppContext, shareId: string, written: number) {
  const { objects } = await env.MEDIA.list({ prefix: sharedFilesPrefix(caller.userId, shareId) })
  const own = new Set(sharedFileKeys(caller.userId, shareId, written))
  const others = objects.map(({ key }) => key).filter((key) => !own.has(key))
  if (others.length > 0) await env.MEDIA.delete(others)
}

/** Deletes copies with their files. */
export async function deleteCopies({ MEDIA }: Env, userId: string, shareIds: readonly string[]): Promise<void> {
  const keys = shareIds.flatMap((id) => [shareKey(userId, id), ...sharedFileKeys(userId, id, sharedFilesMax)])
  for (let from = 0; from < keys.length; from += deletedAtOnce)
    await MEDIA.delete(keys.slice(from, from + deletedAtOnce))
}
