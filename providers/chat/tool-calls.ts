// The calls of tools in one answer, and what of them is sent back. Suppliers may write several calls at once; they are passed on one
// after the other. What they send is bounded: a model calls a handful of tools, and a hostile address must not fill the memory.
import { malformedEvent, StreamError } from './event-reader.ts'
import { isNestedTooDeeply, parsedJson } from '../http/fields.ts'
import type { ChatEnd, ToolPiece } from './provider.ts'

const callsMax = 128
/** Of a name and of an id: several times what suppliers give. */
const nameLengthMax = 256
/** Of the arguments of all calls together. */
const argumentsLengthMax = 2_000_000

interface OpenCall {
  id: string
  name: string
  arguments: string
  /** How much of the arguments has been passed on; null: not even the call itself. */
  passed: number | null
  /** Nothing follows. */
  isWhole: boolean
}

/** The arguments as an object. What a model wrote wrongly stays readable for it; nothing stands for no arguments. */
export function argumentsIn(text: string): object {
  const value = text.trim() === '' ? {} : parsedJson(text)
  const isTaken = typeof value === 'object' && value !== null && !Array.isArray(value) && !isNestedTooDeeply(value)
  return isTaken ? value : { malformed: text }
}

/** The arguments as JSON of an object, as they are where they can be: strict servers refuse a conversation with any others. */
export function argumentsJson(text: string): string {
  const value = argumentsIn(text)
  return text.trim() === '' || 'malformed' in value ? JSON.stringify(value) : text
}

export class ToolCalls {
  readonly #calls: OpenCall[] = []
  readonly #byKey = new Map<unknown, OpenCall>()
  /** The index of the call that is passed on as it comes; those after it wait. */
  #open = 0
  #length = 0

  get isEmpty(): boolean {
    return this.#calls.length === 0
  }

  has(key: unknown): boolean {
    return this.#byKey.has(key)
  }

  /**
   * @param key by which the supplier names the call in what follows
   * @param id a missing one, and one that an earlier call has, is replaced
   * @throws StreamError for a call without a name, and for more calls than an answer may have
   */
  begin(key: unknown, id: string, name: string): void {
    if (name === '' || name.length > nameLengthMax || this.#calls.length >= callsMax) throw malformedEvent()
    const last = this.#calls.at(-1)
    // Not with each part: several calls at once would be parsed over and over.
    if (last && parsedJson(last.arguments) !== undefined) last.isWhole = true
    const isUsable = id !== '' && id.length <= nameLengthMax && this.#calls.every((call) => call.id !== id)
    const call: OpenCall = {
      id: isUsable ? id : `call_${crypto.randomUUID().replaceAll('-', '')}`,
      name,
      arguments: '',
      passed: null,
      isWhole: false
    }
    this.#calls.push(call)
    this.#byKey.set(key, call)
  }

  /** @throws StreamError for arguments of a call that was complete, and for more than an answer may have */
  add(key: unknown, text: string): void {
    const call = this.#byKey.get(key)
    if (!call || text === '') return
    this.#length += text.length
    if (this.#length > argumentsLengthMax)
      throw new StreamError({ kind: 'malformed', retryable: false, code: 'too-long' })
    if (this.#calls.indexOf(call) >= this.#open) call.arguments += text
    else if (text.trim() !== '') throw malformedEvent()
  }

  /** The call is complete. @param whole its arguments, if the supplier repeats them: some send them only so */
  end(key: unknown, whole = ''): void {
    const call = this.#byKey.get(key)
    if (!call) return
    if (whole.startsWith(call.arguments)) this.add(key, whole.slice(call.arguments.length))
    call.isWhole = true
  }

  /** What is to be passed on now. */
  take(): ToolPiece[] {
    const pieces: ToolPiece[] = []
    for (let call = this.#calls[this.#open]; call; call = this.#calls[this.#open]) {
      const index = this.#open
      if (call.isWhole && call.arguments.trim() === '') call.arguments = '{}'
      if (call.passed === null) pieces.push({ type: 'tool-call', index, id: call.id, name: call.name })
      const text = call.arguments.slice(call.passed ?? 0)
      if (text !== '') pieces.push({ type: 'tool-arguments', index, text })
      call.passed = call.arguments.length
      if (!call.isWhole || index === this.#calls.length - 1) break
      this.#open += 1
    }
    return pieces
  }

  /** What is left when the answer has ended. @param isWhole it was not cut */
  rest(isWhole: boolean): ToolPiece[] {
    const pieces: ToolPiece[] = []
    for (let index = this.#open; index < this.#calls.length; index += 1) {
      if (isWhole) this.#calls[index]!.isWhole = true
      this.#open = index
      pieces.push(...this.take())
    }
    return pieces
  }

  reasonOf(reason: ChatEnd['reason']): ChatEnd['reason'] {
    return reason === 'complete' && !this.isEmpty ? 'tools' : reason
  }
}
