// What a call answers with, in the form of `/v1/responses`: events of a stream, or one body. Source of the forms: openai 7.57; what clients
// do with each of them was measured with codex 0.171, openai 7.57 and @ai-sdk/openai 4.
import type { AskedResponse } from '#contract/v1/responses.ts'
import { microsPerToken } from '#domain/metering/prices.ts'
import type { ChatPiece } from '#providers/chat/provider.ts'
import type { ApiRefusal } from '../base/errors.ts'
import { type EndOfCall, thinkingTokensOf } from '../calls/model-call.ts'
import { Output } from './output.ts'
import type { NamedTool } from './tools.ts'

export interface Named {
  /** Of the call. */
  id: string
  /** In seconds. */
  created: number
  model: string
  asked: AskedResponse
  /** What the client calls a tool of the model. */
  toolOf: (name: string) => NamedTool
}

/** `cost`: in site tokens, exact to a millionth. */
function usageOf({ usage, costMicros }: EndOfCall['billed']) {
  const { inputTokens, outputTokens, cachedInputTokens = 0, cacheWriteTokens = 0 } = usage
  return {
    input_tokens: inputTokens,
    input_tokens_details: { cached_tokens: cachedInputTokens, cache_write_tokens: cacheWriteTokens },
    output_tokens: outputTokens,
    output_tokens_details: { reasoning_tokens: thinkingTokensOf(usage) },
    total_tokens: inputTokens + outputTokens,
    cost: costMicros / microsPerToken
  }
}

/** What free failures are called: clients may repeat them. */
const repeatable: Readonly<Record<string, string>> = {
  upstream_failed: 'server_error',
  empty_answer: 'server_error',
  overloaded: 'rate_limit_exceeded',
  rate_limit_exceeded: 'rate_limit_exceeded'
}
/** Codex ends its turn with these; `context_length_exceeded` makes agents shorten their history. */
const final = ['insufficient_quota', 'context_length_exceeded']

/** Codex repeats unknown codes up to six times, and what came may have been paid: any other failure has the code that stops it with our text. */
function errorOf({ code, message, retryAfter }: ApiRefusal): { code: string; message: string } {
  const told = repeatable[code ?? ''] ?? (code !== null && final.includes(code) ? code : 'invalid_prompt')
  // Codex reads from these words how long to wait.
  const wait = told === 'rate_limit_exceeded' && retryAfter !== undefined ? ` Try again in ${retryAfter}s.` : ''
  return { code: told, message: `${message}${wait}` }
}

const refusedText = 'Модель отказалась отвечать, или её ответ остановила модерация.'

/** What the client is told of a response, beside its state. What is long and only repeats the request is left out. */
const shapeOf = ({ id, created, model, asked }: Named) => ({
  id: `resp_${id}`,
  object: 'response',
  created_at: created,
  background: false,
  instructions: null,
  max_output_tokens: asked.max_output_tokens ?? null,
  metadata: asked.metadata ?? {},
  model,
  parallel_tool_calls: asked.parallel_tool_calls ?? true,
  previous_response_id: null,
  reasoning: { effort: asked.reasoning?.effort ?? null, summary: asked.reasoning?.summary ?? null },
  store: false,
  temperature: asked.temperature ?? null,
  text: { format: asked.text?.format ?? { type: 'text' } },
  tool_choice: asked.tool_choice ?? 'auto',
  tools: [],
  top_p: asked.top_p ?? null,
  truncation: 'disabled'
})

type State = { status: string; error?: object; incomplete_details?: object; usage?: object }

/** One answer: its events as text, and its whole body. */
export class ResponseWriter {
  /** Keeps a connection open without being an event. */
  readonly ping = ': ping\n'
  readonly #shape: object
  readonly #output: Output
  #events = ''
  #number = 0

  constructor(named: Named, isStream: boolean) {
    this.#shape = shapeOf(named)
    const tell = isStream ? this.#tell : () => undefined
    this.#output = new Output(`${named.id.replaceAll('-', '')}_`, named.toolOf, tell)
  }

  begin = (): string => {
    const response = this.#response({ status: 'in_progress' })
    this.#tell('created', { response })
    this.#tell('in_progress', { response })
    return this.#taken()
  }

  piece = (piece: ChatPiece): string => {
    this.#output.add(piece)
    return this.#taken()
  }

  end = (end: EndOfCall): string => {
    const response = this.body(end)
    this.#tell(end.reason === 'truncated' ? 'incomplete' : 'completed', { response })
    return this.#taken()
  }

  /** Twice: LangChain takes an answer that only `response.failed` ends for a whole one, @openai/agents keeps its text back; Codex reads that alone. */
  error = (refusal: ApiRefusal): string => {
    this.#output.end(true)
    const error = errorOf(refusal)
    this.#write('error', { ...error, param: null })
    this.#tell('failed', { response: this.#response({ status: 'failed', error }) })
    return this.#taken()
  }

  /**
   * The whole answer. One that was refused after its first words is complete and says so in an item: as an incomplete one Codex would order
   * it six times, and each is paid.
   */
  body({ reason, billed }: EndOfCall): object {
    const isCut = reason === 'truncated' || reason === 'refused'
    this.#output.end(isCut)
    if (reason === 'refused') {
      this.#output.say('refusal', refusedText)
      this.#output.end(false)
    }
    const usage = usageOf(billed)
    return reason === 'truncated'
      ? this.#response({ status: 'incomplete', incomplete_details: { reason: 'max_output_tokens' }, usage })
      : this.#response({ status: 'completed', usage })
  }

  #response = ({ status, error, incomplete_details: details, usage }: State): object => ({
    ...this.#shape,
    status,
    error: error ?? null,
    incomplete_details: details ?? null,
    output: [...this.#output.items],
    usage: usage ?? null
  })

  #tell = (type: string, fields: object): void => this.#write(`response.${type}`, fields)

  #write(name: string, fields: object): void {
    const data = JSON.stringify({ type: name, sequence_number: this.#number, ...fields })
    this.#events += `event: ${name}\ndata: ${data}\n\n`
    this.#number += 1
  }

  #taken(): string {
    const events = this.#events
    this.#events = ''
    return events
  }
}
