import { paraphrase } from '../compose.ts'
import { serverSentEvent } from '../upstream.ts'
import type { Answer } from '../answer.ts'
import type { AnswerWriter, TextRequest } from '../upstream.ts'
import type { JsonObject } from '../../json.ts'

const SIGNATURE = 'c2FuZGJveC1zaWduYXR1cmU='

/** Writes an answer in the Messages format: named events without sequence numbers, and pings. */
export function writeMessages(request: TextRequest, answer: Answer): AnswerWriter {
  const thinks = answer.thinkingTokens > 0
  const textIndex = thinks ? 1 : 0
  const thinking = `Разбираю вопрос: ${paraphrase(request.conversation.prompt)}`
  const ping = serverSentEvent({ type: 'ping' })

  return {
    ping,
    whole: () => {
      const blocks: JsonObject[] = thinks ? [{ type: 'thinking', thinking, signature: SIGNATURE }] : []
      if (answer.text !== '') blocks.push({ type: 'text', text: answer.text, citations: null })
      return messageOf(request, answer, {
        content: blocks,
        ending: endingOf(answer),
        outputTokens: answer.outputTokens
      })
    },
    opening() {
      const unended = { stop_reason: null, stop_sequence: null, stop_details: null }
      const message = messageOf(request, answer, { content: [], ending: unended, outputTokens: 1 })
      const events = [serverSentEvent({ type: 'message_start', message })]
      if (thinks) events.push(...thinkingBlock(thinking))
      if (answer.text !== '') events.push(blockStart(textIndex, { type: 'text', text: '' }))
      // The real upstream sends its first ping after the start of the first block.
      events.splice(Math.min(events.length, 2), 0, ping)
      return events.join('')
    },
    delta: (text) => blockDelta(textIndex, { type: 'text_delta', text }),
    closing() {
      const usage = { output_tokens: answer.outputTokens }
      return [
        ...(answer.text === '' ? [] : [blockStop(textIndex)]),
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
      `event: content_block_delta\ndata: {"type":"content_block_delta","index":${textIndex},"delta":{"type":"text_del\n\n`
  }
}

function thinkingBlock(thinking: string): string[] {
  return [
    blockStart(0, { type: 'thinking', thinking: '', signature: '' }),
    blockDelta(0, { type: 'thinking_delta', thinking }),
    blockDelta(0, { type: 'signature_delta', signature: SIGNATURE }),
    blockStop(0)
  ]
}

function blockStart(index: number, block: JsonObject): string {
  return serverSentEvent({ type: 'content_block_start', index, content_block: block })
}

function blockDelta(index: number, delta: JsonObject): string {
  return serverSentEvent({ type: 'content_block_delta', index, delta })
}

function blockStop(index: number): string {
  return serverSentEvent({ type: 'content_block_stop', index })
}

function endingOf(answer: Answer): JsonObject {
  if (answer.kind === 'refusal') {
    const explanation = 'The request was declined by a safety check.'
    const details = { type: 'refusal', category: 'general_harms', explanation }
    return { stop_reason: 'refusal', stop_sequence: null, stop_details: details }
  }
  const reason = answer.complete ? 'end_turn' : 'max_tokens'
  return { stop_reason: reason, stop_sequence: null, stop_details: null }
}

function messageOf(
  request: TextRequest,
  answer: Answer,
  { content, ending, outputTokens }: { content: JsonObject[]; ending: JsonObject; outputTokens: number }
): JsonObject {
  return {
    id: `msg_${answer.id}`,
    type: 'message',
    role: 'assistant',
    model: request.answeredModel,
    content,
    ...ending,
    usage: {
      input_tokens: answer.inputTokens,
      cache_creation_input_tokens: 0,
      cache_read_input_tokens: 0,
      output_tokens: outputTokens,
      service_tier: 'standard'
    }
  }
}
