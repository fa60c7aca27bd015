// What an answer is made of, in the order in which it came: chunk n is the n-th event after `start`. Stored as JSON.
// Text is a bare string, because rows that were written when there was only text are still read.
import type { AnswerEvent } from '#contract/answers.ts'
import type { AnswerSource } from '#contract/answer-sources.ts'
import type { ReadPlace } from '#contract/projects.ts'
import type { WorkProposal } from '#contract/work-proposal.ts'
import type { AnswerRequest } from './calls.ts'

export type Chunk =
  | string
  | { thinking: string }
  | { source: AnswerSource }
  | { proposal: WorkProposal }
  | { read: ReadPlace[] }

/** The stored parts of an answer besides its text. */
export interface KeptExtras {
  /** Null when the user did not ask for it. */
  thinking: string | null
  /** Null when the user asked for no search. */
  sources: AnswerSource[] | null
  /** Null when the model proposes nothing. */
  proposals: WorkProposal[] | null
  /** What of the project's files the model was shown; null: nothing. */
  read: ReadPlace[] | null
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
    : null,
  proposals: orNull(
    chunks.flatMap((chunk) => (typeof chunk === 'object' && 'proposal' in chunk ? chunk.proposal : []))
  ),
  read: orNull(chunks.flatMap((chunk) => (typeof chunk === 'object' && 'read' in chunk ? chunk.read : [])))
})

const orNull = <Item>(items: Item[]): Item[] | null => (items.length > 0 ? items : null)

const thinkingIn = (chunks: readonly Chunk[]): string[] =>
  chunks.flatMap((chunk) => (typeof chunk === 'object' && 'thinking' in chunk ? chunk.thinking : []))

export function eventOf(chunk: Chunk): AnswerEvent {
  if (typeof chunk === 'string') return { type: 'delta', text: chunk }
  if ('thinking' in chunk) return { type: 'thinking', text: chunk.thinking }
  if ('proposal' in chunk) return { type: 'proposal', ...chunk.proposal }
  if ('read' in chunk) return { type: 'read', places: chunk.read }
  return { type: 'source', ...chunk.source }
}

/** Its characters that are kept, for the checkpoints. */
export const sizeOf = (chunk: Chunk): number => {
  if (typeof chunk === 'string') return chunk.length
  if ('thinking' in chunk) return chunk.thinking.length
  if ('proposal' in chunk) return chunk.proposal.prompt.length
  if ('read' in chunk) return JSON.stringify(chunk.read).length
  return chunk.source.url.length + chunk.source.title.length
}
