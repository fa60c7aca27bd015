import { countTokens } from './words.ts'
import { picturesIn, withoutFiles } from './seen.ts'
import { isObject } from '../json.ts'
import type { JsonObject } from '../json.ts'

// The tokens that mark a message's beginning and end.
const TOKENS_PER_MESSAGE = 4
const TOKENS_PER_PICTURE = 1500

export interface Conversation {
  /** The last user message. */
  prompt: string
  /** The number of messages before it, without system messages. */
  earlierMessages: number
  /** What the last user message shows: its pictures and files. */
  seen?: string[]
  /** The same of the messages before it. */
  seenBefore?: string[]
}

/** Reads a conversation from validated messages with `role` and `content`. */
export function conversationOf(messages: readonly JsonObject[]): Conversation {
  const spoken = messages.filter(({ role }) => role === 'user' || role === 'assistant')
  const last = spoken.findLastIndex(({ role }) => role === 'user')
  const content = spoken[last]?.['content']
  return {
    prompt: withoutFiles(textOf(content)).text,
    earlierMessages: Math.max(last, 0),
    seen: seenIn(content),
    seenBefore: spoken.slice(0, Math.max(last, 0)).flatMap((message) => seenIn(message['content']))
  }
}

const seenIn = (content: unknown): string[] => [
  ...picturesIn(content).map((picture) => `картинку ${picture}`),
  ...withoutFiles(textOf(content)).files
]

export function countInputTokens(contents: readonly unknown[]): number {
  const given = contents.filter((content) => content !== undefined && content !== null)
  return given.reduce<number>(
    (sum, content) =>
      sum + countTokens(textOf(content)) + TOKENS_PER_PICTURE * picturesIn(content).length + TOKENS_PER_MESSAGE,
    0
  )
}

/** The text of a message's content, which is a string or a list of parts; parts without `text` are skipped. */
function textOf(content: unknown): string {
  if (typeof content === 'string') return content
  if (!Array.isArray(content)) return ''
  return content
    .filter(isObject)
    .map((part) => (typeof part['text'] === 'string' ? part['text'] : ''))
    .join('\n')
}
