// What a call answers with, in the form of `/v1/chat/completions`. Source of the forms, and of what clients break on: openai-openapi 2.3.0
// and clients that were tried with each variation.
import { microsPerToken } from '#domain/metering/prices.ts'
import type { ChatEnd, ChatPiece } from '#providers/chat/provider.ts'
import { type Billed, thinkingTokensOf } from '../calls/model-call.ts'

export interface Named {
  id: string
  /** In seconds. */
  created: number
  model: string
}

type FinishReason = 'stop' | 'length' | 'tool_calls' | 'content_filter'

const finishReasons: Record<ChatEnd['reason'], FinishReason> = {
  complete: 'stop',
  truncated: 'length',
  tools: 'tool_calls',
  refused: 'content_filter'
}
export const finishReasonOf = (reason: ChatEnd['reason']): FinishReason => finishReasons[reason]

/** `cost`: in site tokens, exact to a millionth. */
function usageOf({ usage, costMicros }: Billed) {
  const { inputTokens, outputTokens, cachedInputTokens = 0, cacheWriteTokens = 0 } = usage
  return {
    prompt_tokens: inputTokens,
    completion_tokens: outputTokens,
    total_tokens: inputTokens + outputTokens,
    prompt_tokens_details: { cached_tokens: cachedInputTokens, cache_write_tokens: cacheWriteTokens },
    completion_tokens_details: { reasoning_tokens: thinkingTokensOf(usage) },
    cost: costMicros / microsPerToken
  }
}

/** What a piece adds to the message; null: clients of this form are not told. */
function deltaOf(piece: ChatPiece) {
  switch (piece.type) {
    case 'text':
      return { content: piece.text }
    case 'thinking':
      return { reasoning_content: piece.text }
    case 'tool-call': {
      const { index, id, name } = piece
      return { tool_calls: [{ index, id, type: 'function', function: { name, arguments: '' } }] }
    }
    case 'tool-arguments':
      return { tool_calls: [{ index: piece.index, function: { arguments: piece.text } }] }
    case 'search':
    case 'source':
      return null
    default:
      return piece satisfies never
  }
}

/** The events of a stream, as text. A line `: ping` keeps a connection open without being an event, which some clients break on. */
export class ChunkWriter {
  /** How every event begins: a stream has hundreds of them. */
  readonly #head: string
  readonly #tellsUsage: boolean

  constructor({ id, created, model }: Named, tellsUsage: boolean) {
    this.#head = `data: ${JSON.stringify({ id, object: 'chat.completion.chunk', created, model }).slice(0, -1)},`
    this.#tellsUsage = tellsUsage
  }

  begin = (): string => this.#choice({ role: 'assistant', content: '' }, null)

  piece(piece: ChatPiece): string {
    const delta = deltaOf(piece)
    return delta ? this.#choice(delta, null) : ''
  }

  end(reason: FinishReason, billed: Billed): string {
    const last = this.#choice({}, reason)
    const usage = this.#tellsUsage ? this.#chunk({ choices: [], usage: usageOf(billed) }) : ''
    return `${last}${usage}data: [DONE]\n\n`
  }

  #choice = (delta: object, reason: FinishReason | null): string =>
    this.#chunk({
      choices: [{ index: 0, delta, logprobs: null, finish_reason: reason }],
      ...(this.#tellsUsage && { usage: null })
    })

  #chunk = (rest: { choices: object[]; usage?: object | null }): string =>
    `${this.#head}${JSON.stringify(rest).slice(1)}\n\n`
}

/** The whole answer as one body. */
export class WholeAnswer {
  #text = ''
  #thinking = ''
  readonly #calls: { id: string; name: string; arguments: string }[] = []

  add(piece: ChatPiece): void {
    if (piece.type === 'text') this.#text += piece.text
    else if (piece.type === 'thinking') this.#thinking += piece.text
    else if (piece.type === 'tool-call') this.#calls.push({ id: piece.id, name: piece.name, arguments: '' })
    else if (piece.type === 'tool-arguments') {
      const call = this.#calls[piece.index]
      if (call) call.arguments += piece.text
    }
  }

  body({ id, created, model }: Named, reason: FinishReason, billed: Billed) {
    const calls = this.#calls.map((call) => ({
      id: call.id,
      type: 'function',
      function: { name: call.name, arguments: call.arguments }
    }))
    const message = {
      role: 'assistant',
      content: this.#text === '' && calls.length > 0 ? null : this.#text,
      refusal: null,
      ...(this.#thinking !== '' && { reasoning_content: this.#thinking }),
      ...(calls.length > 0 && { tool_calls: calls })
    }
    return {
      id,
      object: 'chat.completion',
      created,
      model,
      choices: [{ index: 0, message, logprobs: null, finish_reason: reason }],
      usage: usageOf(billed)
    }
  }
}
