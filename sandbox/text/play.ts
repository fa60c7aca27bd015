import { splitWords } from '../base/words.ts'
import type { Answer } from './answer/answer.ts'
import type { AnswerWriter } from './answer/upstream.ts'
import type { Call, Outcome } from '../base/calls.ts'
import type { Pace } from '../base/clock.ts'
import type { TextFault } from '../base/faults.ts'

const WORD_MS = 20
const SLOW_WORD_MS = 300
const PING_MS = 5000

export interface Performance {
  writer: AnswerWriter
  answer: Answer
  fault: TextFault | null
  pace: Pace
  /** Resolves when the switch `paused` is off. */
  release(): Promise<void>
  call: Call
  /** Cuts the connection; never resolves. */
  cut(): Promise<never>
  /** Rejects when the client leaves; never resolves. */
  departure(): Promise<never>
}

export const FIRST_BYTE_MS = 200
export const SLOW_FIRST_BYTE_MS = 20_000

/**
 * The chunks of a streamed answer, at the pace of an upstream. The outcome is set before the last chunk is yielded, so
 * that a client that disconnects after the end event does not count as aborted.
 */
export async function* playStream(performance: Performance): AsyncGenerator<string> {
  const { writer, answer, fault, pace, call } = performance
  const words = splitWords(answer.text)
  const opening = writer.opening()
  if (fault === 'cut-at-start' || fault === 'pings-only') {
    yield opening[0] ?? ''
    return fault === 'cut-at-start' ? await performance.cut() : yield* silence(performance)
  }
  for (const [index, piece] of opening.entries()) {
    if (index > 0) await pace.wait(wordMs(fault))
    yield piece
  }
  const calls = answer.calls.length > 0
  const heldAt = wordsBeforeFault('endless', words.length)
  for (const [index, word] of words.slice(0, wordsBeforeFault(calls ? null : fault, words.length)).entries()) {
    if (index === heldAt) await performance.release()
    await pace.wait(wordMs(fault))
    call.sentCharacters += word.length
    yield writer.delta(word)
  }
  if (calls) yield* playCalls(performance)
  switch (fault) {
    case 'cut':
      return await performance.cut()
    case 'truncated':
      call.outcome = 'cut'
      return
    case 'endless':
      return yield* silence(performance)
    case 'failed':
    case 'limited-midway':
      call.outcome = 'error'
      yield writer.failure(fault)
      return
    case 'malformed':
      call.outcome = 'error'
      yield writer.malformed()
      return
    case null:
    case 'empty':
    case 'bad-gateway':
    case 'model-gone':
    case 'moderation':
    case 'no-answer':
    case 'overloaded':
    case 'page':
    case 'quota':
    case 'rate-limit':
    case 'refusal':
    case 'server-error':
    case 'slow-start':
    case 'slow-stream':
      call.outcome = outcomeOf(answer)
      yield writer.closing()
      return
    default:
      return fault satisfies never
  }
}

/** A fault comes in the middle of the arguments. */
async function* playCalls({ writer, fault, pace }: Performance): AsyncGenerator<string> {
  const pieces = writer.calls()
  for (const piece of pieces.slice(0, wordsBeforeFault(fault, pieces.length))) {
    await pace.wait(wordMs(fault))
    yield piece
  }
}

async function* silence({ writer, pace, departure }: Performance): AsyncGenerator<string> {
  if (writer.ping === null) return await departure()
  for (;;) {
    await pace.wait(PING_MS)
    yield writer.ping
  }
}

/** The fault comes after this fraction of the answer: 2 is a half, 3 a third. */
const partsBeforeFault: Partial<Record<TextFault, number>> = {
  cut: 2,
  truncated: 2,
  failed: 2,
  'limited-midway': 2,
  malformed: 2,
  endless: 3
}

const wordsBeforeFault = (fault: TextFault | null, count: number) =>
  Math.ceil(count / ((fault && partsBeforeFault[fault]) ?? 1))

function wordMs(fault: TextFault | null): number {
  return fault === 'slow-stream' ? SLOW_WORD_MS : WORD_MS
}

function outcomeOf(answer: Answer): Outcome {
  return answer.kind === 'refusal' ? 'refused' : 'completed'
}
