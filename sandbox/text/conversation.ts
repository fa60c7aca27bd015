import { countTokens } from './words.ts'
import { isObject } from '../json.ts'
import type { JsonObject } from '../json.ts'

// The tokens that mark a message's beginning and end.
const TOKENS_PER_MESSAGE = 4

export interface Conversation {
  /** The last user message. */
  prompt: string
  /** The number of messages before it, without system messages. */
  earlierMessages: number
}

/** Reads a conversation from validated messages with `role` and `content`. */
export function conversationOf(messages: readonly JsonObject[]): Conversation {
  const spoken = messages.filter(({ role }) => role === 'user' || role === 'assistant')
  const last = spoken.findLastIndex(({ role }) => role === 'user')
  return { prompt: textOf(spoken[last]?.['content']), earlierMessages: Math.max(last, 0) }
}

export function countInputTokens(contents: readonly unknown[]): number {
  const given = contents.filter((content) => content !== undefined && content !== null)
  return given.reduce<number>((sum, content) => sum + countTokens(textOf(content)) + TOKENS_PER_MESSAGE, 0)
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
