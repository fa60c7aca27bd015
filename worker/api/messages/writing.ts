// What a call answers with, in the form of `/v1/messages`. Source of the forms: @anthropic-ai/sdk 1.14, which was tried with each.
import { microsPerToken } from '#domain/metering/prices.ts'
import { inputPartsOf } from '#domain/models/usage-cost.ts'
import type { ChatEnd, ChatPiece } from '#providers/chat/provider.ts'
import { argumentsIn } from '#providers/chat/tool-calls.ts'
import { type Billed, type EndOfCall, thinkingTokensOf } from '../calls/model-call.ts'

export interface Named {
  id: string
  model: string
}

const stopReasons: Record<ChatEnd['reason'], string> = {
  complete: 'end_turn',
  truncated: 'max_tokens',
  tools: 'tool_use',
  refused: 'refusal'
}

const stopOf = ({ reason, stopText }: EndOfCall) => ({
  stop_reason: reason === 'complete' && stopText !== null ? 'stop_sequence' : stopReasons[reason],
  stop_sequence: reason === 'complete' ? stopText : null
})

/** `input_tokens` is without what was read from the cache or written to it. `cost`: in site tokens, exact to a millionth. */
function usageOf({ usage, costMicros }: Billed) {
  const { uncached, cached, written } = inputPartsOf(usage)
  return {
    input_tokens: uncached,
    cache_creation_input_tokens: written,
    cache_read_input_tokens: cached,
    output_tokens: usage.outputTokens,
    output_tokens_details: { thinking_tokens: thinkingTokensOf(usage) },
    cost: costMicros / microsPerToken
  }
}

const messageOf = ({ id, model }: Named, content: object[], stop: object, usage: object) => ({
  id,
  type: 'message',
  role: 'assistant',
  model,
  content,
  ...stop,
  usage
})

export const eventOf = (data: { type: string }): string => `event: ${data.type}\ndata: ${JSON.stringify(data)}\n\n`

const deltaOf = (index: number, delta: object): string => {
  const event = { type: 'content_block_delta', index, delta }
  return eventOf(event)
}

const stopOfBlock = (index: number): string => {
  const event = { type: 'content_block_stop', index }
  return eventOf(event)
}

type Kind = 'text' | 'thinking'

/**
 * The events of a stream, as text. Signatures of thinking are left out: what models of other makers think has none, and thinking is not
 * sent to a model again.
 */
export class EventsOfMessage {
  readonly #named: Named
  readonly #inputTokens: number
  #index = -1
  #open: Kind | null = null
  /** Of the call whose arguments still come, also beside a text. */
  #call: number | null = null

  /** @param inputTokens about; the real count comes with the end */
  constructor(named: Named, inputTokens: number) {
    this.#named = named
    this.#inputTokens = inputTokens
  }

  begin = (): string => {
    const usage = {
      input_tokens: this.#inputTokens,
      cache_creation_input_tokens: 0,
      cache_read_input_tokens: 0,
      // LangChain adds it to the last count.
      output_tokens: 0
    }
    const message = messageOf(this.#named, [], { stop_reason: null, stop_sequence: null }, usage)
    return eventOf({ type: 'message_start', message } as { type: string })
  }

  piece(piece: ChatPiece): string {
    switch (piece.type) {
      case 'text':
        return this.#in('text', { text: '' }) + this.#delta({ type: 'text_delta', text: piece.text })
      case 'thinking':
        return (
          this.#in('thinking', { thinking: '', signature: '' }) +
          this.#delta({ type: 'thinking_delta', thinking: piece.text })
        )
      case 'tool-call':
        return this.#close() + this.#endCall() + this.#beginCall(piece.id, piece.name)
      case 'tool-arguments':
        return this.#call === null ? '' : deltaOf(this.#call, { type: 'input_json_delta', partial_json: piece.text })
      case 'search':
      case 'source':
        return ''
      default:
        return piece satisfies never
    }
  }

  end(end: EndOfCall): string {
    const usage = usageOf(end.billed)
    const last = { type: 'message_delta', delta: stopOf(end), usage }
    return `${this.#close()}${this.#endCall()}${eventOf(last)}${eventOf({ type: 'message_stop' })}`
  }

  /** Begins a block, unless one of this kind is open. */
  #in(kind: Kind, block: object): string {
    if (this.#open === kind) return ''
    const closed = this.#close()
    this.#open = kind
    this.#index += 1
    const begun = { type: 'content_block_start', index: this.#index, content_block: { type: kind, ...block } }
    return closed + eventOf(begun)
  }

  #beginCall(id: string, name: string): string {
    this.#index += 1
    this.#call = this.#index
    const block = { type: 'tool_use', id, name, input: {} }
    return eventOf({ type: 'content_block_start', index: this.#index, content_block: block } as { type: string })
  }

  #endCall(): string {
    const call = this.#call
    this.#call = null
    return call === null ? '' : stopOfBlock(call)
  }

  #delta = (delta: object): string => deltaOf(this.#index, delta)

  #close(): string {
    if (this.#open === null) return ''
    this.#open = null
    return stopOfBlock(this.#index)
  }
}

type Written = { type: Kind | 'tool_use'; text: string; id: string; name: string }

const blockOf = ({ type, text, id, name }: Written): object => {
  if (type === 'tool_use') return { type, id, name, input: argumentsIn(text) }
  return type === 'text' ? { type, text, citations: null } : { type, thinking: text, signature: '' }
}

/** The whole answer as one body. */
export class WholeMessage {
  readonly #blocks: Written[] = []

  add(piece: ChatPiece): void {
    const last = this.#blocks.at(-1)
    if (piece.type === 'tool-call') this.#blocks.push({ type: 'tool_use', text: '', id: piece.id, name: piece.name })
    else if (piece.type === 'tool-arguments') {
      const call = this.#blocks.findLast(({ type }) => type === 'tool_use')
      if (call) call.text += piece.text
    } else if (piece.type === 'text' || piece.type === 'thinking') {
      if (last?.type === piece.type) last.text += piece.text
      else this.#blocks.push({ type: piece.type, text: piece.text, id: '', name: '' })
    }
  }

  body = (named: Named, end: EndOfCall): object =>
    messageOf(named, this.#blocks.map(blockOf), stopOf(end), usageOf(end.billed))
}
