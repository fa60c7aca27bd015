// The messages of a conversation as the API shows them.
import type { Attachment } from '#contract/attached-file.ts'
import type { Job } from '#contract/jobs.ts'
import type { Message } from '#contract/chats.ts'
import type { MessageRow, PathRow } from '#data/history/message-paths.ts'
import type { AttachedFile } from '#domain/attachment.ts'
import { isBranching } from '#domain/turn-place.ts'
import type { UnsavedTurn } from '#durable-objects/answer/calls.ts'

type ViewFiles = (files: readonly AttachedFile[]) => Attachment[]

/** How the parts of a message are shown that have links. */
export interface Views {
  files: ViewFiles
  /** Of a card, without deleted works. */
  works: (operationIds: readonly string[]) => Job[]
}

/** @param versions of the message; without them it is the only one */
export const messageView = (row: MessageRow, versions = [row.id], attachments: Attachment[] = []): Message => ({
  id: row.id,
  role: row.role,
  content: row.content,
  model: row.model,
  created_at: row.createdAt,
  operation_id: row.operationId,
  outcome: row.outcome,
  ...(row.unavailable && { unavailable: true }),
  upstream_model: row.upstreamModel,
  billing:
    row.chargedTokens === null
      ? null
      : {
          siteTokens: row.chargedTokens,
          ...(row.usdMicros === null ? {} : { usdWithMarkup: row.usdMicros / 1_000_000 })
        },
  parent_id: row.parentId || null,
  versions,
  thinking: row.thinking,
  sources: row.sources,
  answering: null,
  ...(attachments.length > 0 && { attachments }),
  ...(row.proposals && { proposals: row.proposals }),
  ...(row.read && { read: row.read })
})

/** A question that has no row yet, so it gets a negative id. */
const unsavedQuestion = (
  { operationId, prompt, model, askedAt, files }: UnsavedTurn,
  index: number,
  view: ViewFiles
): Message => ({
  id: -1 - index,
  role: 'user',
  content: prompt,
  model,
  created_at: askedAt,
  operation_id: operationId,
  outcome: null,
  upstream_model: null,
  billing: null,
  parent_id: null,
  versions: [-1 - index],
  thinking: null,
  sources: null,
  answering: operationId,
  ...(files.length > 0 && { attachments: view(files) })
})

/**
 * The end of a path with what is still being written there.
 * @param turns oldest first; the last one decides the path
 */
export function withUnsaved(saved: readonly PathRow[], turns: readonly UnsavedTurn[], view: Views): Message[] {
  const messages = saved.map((row) => ({
    ...messageView(row, row.versions, view.files(row.files)),
    ...(row.works && { works: view.works(row.works) }),
    ...(row.offer !== null && { memory_offer: row.offer })
  }))
  const newest = turns.at(-1)
  if (!newest) return messages
  const { place, operationId } = newest
  if (place && 'answers' in place)
    return messages.map((message) => (message.id === place.answers ? { ...message, answering: operationId } : message))
  const known = new Set(saved.map((row) => row.operationId))
  const here = isBranching(place) ? [newest] : turns.filter((turn) => !isBranching(turn.place))
  return [
    ...messages,
    ...here
      .filter((turn) => !known.has(turn.operationId))
      .map((turn, index) => unsavedQuestion(turn, index, view.files))
  ]
}
