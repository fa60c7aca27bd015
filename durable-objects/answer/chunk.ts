// What an answer is made of, in the order in which it came: chunk n is the n-th event after `start`. Stored as JSON.
// Text is a bare string, because rows that were written when there was only text are still read.
import type { AnswerEvent } from '#contract/answers.ts'
import type { AnswerSource } from '#contract/answer-sources.ts'
import type { AnswerRequest } from './calls.ts'

export type Chunk = string | { thinking: string } | { source: AnswerSource }

/** The stored parts of an answer besides its text. */
export interface KeptExtras {
  /** Null when the user did not ask for it. */
  thinking: string | null
  /** Null when the user asked for no search. */
  sources: AnswerSource[] | null
}

export interface AnswerContent extends KeptExtras {
  text: string
}

export const textOf = (chunks: readonly Chunk[]): string =>
  chunks.map((chunk) => (typeof chunk === 'string' ? chunk : '')).join('')

export const contentOf = (
  chunks: readonly Chunk[],
  { webSearch, showsThinking }: Pick<AnswerRequest, 'webSearch' | 'showsThinking'>
): AnswerContent => ({
  text: textOf(chunks),
  thinking: showsThinking ? thinkingIn(chunks).join('') : null,
  sources: webSearch
    ? chunks.flatMap((chunk) => (typeof chunk === 'object' && 'source' in chunk ? chunk.source : []))
    : null
})

const thinkingIn = (chunks: readonly Chunk[]): string[] =>
  chunks.flatMap((chunk) => (typeof chunk === 'object' && 'thinking' in chunk ? chunk.thinking : []))

export function eventOf(chunk: Chunk): AnswerEvent {
  if (typeof chunk === 'string') return { type: 'delta', text: chunk }
  return 'thinking' in chunk ? { type: 'thinking', text: chunk.thinking } : { type: 'source', ...chunk.source }
}

/** Its characters that are kept, for the checkpoints. */
export const sizeOf = (chunk: Chunk): number => {
  if (typeof chunk === 'string') return chunk.length
  return 'thinking' in chunk ? chunk.thinking.length : chunk.source.url.length + chunk.source.title.length
}
