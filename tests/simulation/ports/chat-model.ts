// OpenAI's Responses API: an answer comes word by word, and may end in every way in which such a stream ends.
import type { Engine } from '../engine/engine.ts'
import { type Answer, EventBody, responseOf } from './response.ts'

/** How the provider's stream ends. */
const endings = [
  [10, 'complete'],
  [1, 'truncated'],
  [1, 'refused'],
  [2, 'error'],
  [2, 'cut'],
  [2, 'silence']
] as const

export interface ModelCall {
  operationId: string
  /** What has been read of it so far. */
  text: string
  /** The provider has said that this was all. */
  isWhole: boolean
}

const encoder = new TextEncoder()
const event = (name: string, data: object) =>
  encoder.encode(`event: ${name}\ndata: ${JSON.stringify({ type: name, ...data })}\n\n`)

const lastEvents = {
  complete: () =>
    event('response.completed', { response: { model: 'gpt-6-luna', usage: { input_tokens: 9, output_tokens: 9 } } }),
  truncated: () => event('response.incomplete', { response: { incomplete_details: { reason: 'max_output_tokens' } } }),
  refused: () => event('response.incomplete', { response: { incomplete_details: { reason: 'content_filter' } } }),
  error: () => event('error', { code: 'server_error' }),
  cut: () => null,
  silence: () => 'silence' as const
}

export class ChatModel {
  readonly calls: ModelCall[] = []
  readonly #engine: Engine

  constructor(engine: Engine) {
    this.#engine = engine
  }

  /** @param isHealthy no faults any more */
  answer(operationId: string, isHealthy: boolean): Answer {
    const { random } = this.#engine
    const call: ModelCall = { operationId, text: '', isWhole: false }
    this.calls.push(call)
    const ending = isHealthy ? 'complete' : random.weighted(endings)
    const words = random.below(6)
    this.#engine.count(`model: ${ending}${words === 0 ? ' without text' : ''}`)
    let sent = 0
    let hasEnded = false
    const body = new EventBody(this.#engine, `model: ${operationId}`, () => {
      if (hasEnded) return null
      if (sent < words) {
        sent += 1
        const delta = `${operationId}:${sent} ${'слово '.repeat(1 + random.below(80))}`
        call.text += delta
        return event('response.output_text.delta', { delta, output_index: 0 })
      }
      hasEnded = ending !== 'silence'
      call.isWhole = ending === 'complete' || ending === 'truncated'
      return lastEvents[ending]()
    })
    return responseOf(200, body, { 'content-type': 'text/event-stream' })
  }
}
