// The calls of tools in the deltas of `/chat/completions`. OpenAI gives each call an index, an id and its arguments in parts. Gemini
// and others leave out the index, give all calls the same one, give no id, or send whole calls.
import { countAt, fieldAt, textAt } from '../http/fields.ts'
import { ToolCalls } from './tool-calls.ts'

interface Known {
  key: object
  id: string
}

/** Before there were `tool_calls`, a delta had at most one `function_call`. */
function entriesOf(delta: unknown): readonly unknown[] {
  const calls = fieldAt(delta, 'tool_calls')
  if (Array.isArray(calls)) return calls
  const call = fieldAt(delta, 'function_call')
  return typeof call === 'object' && call !== null ? [{ index: 0, function: call }] : []
}

/** Ollama's models and gateways of Anthropic give an object in place of its text. */
function argumentsOf(entry: unknown): string {
  const given = fieldAt(entry, 'function', 'arguments')
  if (typeof given === 'object' && given !== null) return JSON.stringify(given)
  return typeof given === 'string' ? given : ''
}

export class ChatCalls extends ToolCalls {
  /** By the index, or by the id of a call without one. */
  readonly #known = new Map<number | string, Known>()
  #last: Known | undefined

  /** @returns whether the delta has a part of a call. @throws StreamError for one that belongs to none */
  read(delta: unknown): boolean {
    const entries = entriesOf(delta)
    for (const entry of entries) this.add(this.#keyOf(entry), argumentsOf(entry))
    return entries.length > 0
  }

  #keyOf(entry: unknown): object {
    const id = textAt(entry, 'id') ?? ''
    const name = textAt(entry, 'function', 'name') ?? ''
    const place = countAt(entry, 'index') ?? id
    const isNameless = place === '' && name === ''
    const known = isNameless ? this.#last : place === '' ? undefined : this.#known.get(place)
    if (known && (id === '' || known.id === '' || known.id === id)) return known.key
    const call = { key: {}, id }
    this.begin(call.key, id, name)
    this.#known.set(place, call)
    this.#last = call
    return call.key
  }
}
