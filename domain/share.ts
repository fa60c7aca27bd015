// What every holder of a link may read of a conversation: its title, texts, dates, the names of its models and files.
// Must never contain an id, a price or anything else that leads to the owner. Pure.
import { type AnswerOutcome, isCutOff } from '#contract/catalogue/charge-rules.ts'
import type { ShownModel } from '#contract/catalogue/models.ts'
import type { SharedChat, SharedMessage, SharedWork } from '#contract/shares.ts'
import { inShard, shardOf } from './shard.ts'

/** The texts of one copy, in UTF-8: a Worker builds it in memory. */
export const sharedTextMaxBytes = 4_000_000

export const sharedMessagesMax = 2000

interface StoredMessage {
  role: 'user' | 'assistant'
  content: string
  outcome: AnswerOutcome | null
  model: string
  createdAt: number
  /** The files of a request. */
  files: readonly { name: string }[]
  /** Operations of the works that it is; null for a message in words. */
  works?: readonly string[] | null
  /** Those of its works that are in the copy. */
  shared?: SharedWork[]
}

type Named = Pick<ShownModel, 'id' | 'name'>

/** Null for a message that has no text: an answer that failed. */
const sharedMessage = (
  { role, content, outcome, model, createdAt, files, works, shared }: StoredMessage,
  models: readonly Named[]
): SharedMessage | null =>
  content.trim() === ''
    ? null
    : {
        role,
        content,
        ...(isCutOff(outcome) && { is_cut: true }),
        // A card has the model of its chat, which has not made it.
        model: role === 'assistant' && !works ? (models.find(({ id }) => id === model)?.name ?? null) : null,
        created_at: createdAt,
        ...(files.length > 0 && { files: files.map(({ name }) => name) }),
        ...(shared && { works: shared })
      }

/** The copy of a path. @param messages oldest first @param models all that are known, for their names */
export const sharedChatOf = (
  title: string,
  messages: readonly StoredMessage[],
  models: readonly Named[],
  now: number
): SharedChat => ({
  title,
  created_at: now,
  messages: messages.map((message) => sharedMessage(message, models)).filter((message) => message !== null)
})

/** The text of a link: a secret of 160 bits behind the number of the database in which its row is. */
export const shareTokenOf = (userId: string, secret: Buffer): string =>
  inShard(shardOf(userId), secret.subarray(0, 20).toString('hex'))

const tokenForm = /^h[1-9]\d{0,3}-[0-9a-f]{40}$/

export const isShareToken = (text: string): boolean => tokenForm.test(text)
