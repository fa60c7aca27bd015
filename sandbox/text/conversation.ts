import { countTokens } from './words.ts'
import { isObject } from '../json.ts'
import type { JsonObject } from '../json.ts'

// A few tokens mark where each message begins and ends.
const TOKENS_PER_MESSAGE = 4

export interface Conversation {
  /** The last user message. */
  prompt: string
  /** Messages before it, system ones not counted. */
  earlierMessages: number
}

/** The conversation in a list of messages with `role` and `content`, which the upstream has already checked. */
export function conversationOf(messages: readonly JsonObject[]): Conversation {
  const spoken = messages.filter(({ role }) => role === 'user' || role === 'assistant')
  const last = spoken.findLastIndex(({ role }) => role === 'user')
  return { prompt: textOf(spoken[last]?.['content']), earlierMessages: Math.max(last, 0) }
}

export function countInputTokens(contents: readonly unknown[]): number {
  const given = contents.filter((content) => content !== undefined && content !== null)
  return given.reduce<number>((sum, content) => sum + countTokens(textOf(content)) + TOKENS_PER_MESSAGE, 0)
}

/** The text of a message's content: a string, or parts of which some carry `text`. */
function textOf(content: unknown): string {
  if (typeof content === 'string') return content
  if (!Array.isArray(content)) return ''
  return content
    .filter(isObject)
    .map((part) => (typeof part['text'] === 'string' ? part['text'] : ''))
    .join('\n')
}
