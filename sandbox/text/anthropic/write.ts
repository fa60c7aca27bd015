import { isObject, type JsonObject } from '../../base/json.ts'
import { marksIn } from './check.ts'
import { splitWords } from '../../base/words.ts'
import {
  blockDelta,
  blockStart,
  blockStop,
  callBlock,
  givenBlock,
  searchBlocks,
  searchUsage,
  TextBlocks
} from './blocks.ts'
import { serverSentEvent, type AnswerWriter, type TextRequest } from '../answer/upstream.ts'
import type { Answer } from '../answer/answer.ts'

const SIGNATURE = 'c2FuZGJveC1zaWduYXR1cmU='

/** Writes an answer in the Messages format: named events without sequence numbers, and pings. */
export function writeMessages(request: TextRequest, answer: Answer): AnswerWriter {
  const thinks = answer.thinkingTokens > 0
  const thinking = isOmitted(request) ? '' : answer.thinking
  const blocks = new TextBlocks(answer, Number(thinks) + (answer.search ? 2 : 0))
  const ping = serverSentEvent({ type: 'ping' })

  return {
    ping,
    opening() {
      const unended = { stop_reason: null, stop_sequence: null, stop_details: null }
      const message = messageOf(request, answer, { content: [], ending: unended, usage: { output_tokens: 1 } })
      const events = [serverSentEvent({ type: 'message_start', message })]
      if (thinks) events.push(...thinkingBlock(thinking))
      for (const [index, block] of searchBlocks(answer).entries())
        events.push(...givenBlock(Number(thinks) + index, block, answer))
      if (answer.text !== '') events.push(blocks.begin())
      // The real upstream sends its first ping after the start of the first block.
      events.splice(Math.min(events.length, 2), 0, ping)
      // What the client does not ask to see takes no time.
      return shows(request, answer) ? events : [events.join('')]
    },
    delta: (text) => blocks.write(text),
    calls: () => answer.calls.flatMap((call, index) => callBlock(blocks.index + index, call)),
    closing() {
      const usage = { output_tokens: answer.outputTokens, ...searchUsage(answer) }
      return [
        ...(answer.text === '' ? [] : [blocks.end()]),
        serverSentEvent({ type: 'message_delta', delta: endingOf(answer), usage }),
        serverSentEvent({ type: 'message_stop' })
      ].join('')
    },
    failure(fault) {
      const error =
        fault === 'failed'
          ? { type: 'api_error', message: 'Internal server error' }
          : { type: 'overloaded_error', message: 'Overloaded' }
      return serverSentEvent({ type: 'error', error })
    },
    malformed: () =>
      `event: content_block_delta\ndata: {"type":"content_block_delta","index":${blocks.index},"delta":{"type":"text_del\n\n`
  }
}

const shows = ({ body: { thinking } }: TextRequest, { search }: Answer): boolean =>
  search !== null || (isObject(thinking) && thinking['display'] === 'summarized')

const isOmitted = ({ body: { thinking } }: TextRequest): boolean =>
  isObject(thinking) && thinking['display'] === 'omitted'

function thinkingBlock(thinking: string): string[] {
  return [
    blockStart(0, { type: 'thinking', thinking: '', signature: '' }),
    ...splitWords(thinking).map((word) => blockDelta(0, { type: 'thinking_delta', thinking: word })),
    blockDelta(0, { type: 'signature_delta', signature: SIGNATURE }),
    blockStop(0)
  ]
}

function endingOf(answer: Answer): JsonObject {
  if (answer.kind === 'refusal') {
    const explanation = 'The request was declined by a safety check.'
    const details = { type: 'refusal', category: 'general_harms', explanation }
    return { stop_reason: 'refusal', stop_sequence: null, stop_details: details }
  }
  const ended = answer.stoppedBy === null ? 'end_turn' : 'stop_sequence'
  const whole = answer.calls.length > 0 ? 'tool_use' : ended
  return {
    stop_reason: answer.complete ? whole : 'max_tokens',
    stop_sequence: answer.stoppedBy,
    stop_details: null
  }
}

/** What is cached on demand, wherever the mark is: at first all of the input is written, later half of it is read. */
function cacheOf({ body, conversation }: TextRequest, { inputTokens }: Answer): JsonObject {
  const isNew = conversation.earlierMessages === 0 && !conversation.results?.length
  const read = isNew ? 0 : Math.floor(inputTokens / 2)
  return marksIn(body) > 0
    ? { input_tokens: 0, cache_creation_input_tokens: inputTokens - read, cache_read_input_tokens: read }
    : { input_tokens: inputTokens, cache_creation_input_tokens: 0, cache_read_input_tokens: 0 }
}

function messageOf(
  request: TextRequest,
  answer: Answer,
  { content, ending, usage }: { content: JsonObject[]; ending: JsonObject; usage: JsonObject }
): JsonObject {
  return {
    id: `msg_${answer.id}`,
    type: 'message',
    role: 'assistant',
    model: request.answeredModel,
    content,
    ...ending,
    usage: {
      ...cacheOf(request, answer),
      ...usage,
      service_tier: 'standard'
    }
  }
}
