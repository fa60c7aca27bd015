// The items of an answer while they grow, and the events that tell of it. Calls follow each other; what is said beside an open call is an
// item of its own.
import { parsedJson } from '#providers/http/fields.ts'
import type { ChatPiece } from '#providers/chat/provider.ts'
import { customInput, type NamedTool } from './tools.ts'

/** Tells the client of a change. @param type without `response.` */
export type Tell = (type: string, fields: object) => void

type Status = 'in_progress' | 'completed' | 'incomplete'

interface OpenItem {
  /** Its place in the output. */
  index: number
  id: string
  /** What has come of it. */
  text: string
}

interface OpenCall extends OpenItem {
  callId: string
  tool: NamedTool
}

/** How an item is called in events and in the output. */
const forms = {
  text: { prefix: 'msg', part: 'content_part', delta: 'output_text', place: 'content_index' },
  refusal: { prefix: 'msg', part: 'content_part', delta: 'refusal', place: 'content_index' },
  thinking: {
    prefix: 'rs',
    part: 'reasoning_summary_part',
    delta: 'reasoning_summary_text',
    place: 'summary_index'
  }
} as const
type Form = keyof typeof forms

const partOf = (form: Form, text: string): object => {
  if (form === 'text') return { type: 'output_text', text, annotations: [], logprobs: [] }
  return form === 'refusal' ? { type: 'refusal', refusal: text } : { type: 'summary_text', text }
}

function spokenItem(form: Form, id: string, status: Status, parts: object[]): object {
  return form === 'thinking'
    ? { id, type: 'reasoning', status, summary: parts }
    : { id, type: 'message', status, role: 'assistant', content: parts }
}

function callItem({ id, callId, tool: { name, namespace, isCustom }, text }: OpenCall, status: Status): object {
  const shared = { id, status, call_id: callId, name, ...(namespace !== undefined && { namespace }) }
  return isCustom
    ? { ...shared, type: 'custom_tool_call', input: text }
    : { ...shared, type: 'function_call', arguments: text }
}

export class Output {
  /** As far as they are known, in their order. */
  readonly items: object[] = []
  readonly #tell: Tell
  readonly #key: string
  readonly #toolOf: (name: string) => NamedTool
  #spoken: (OpenItem & { form: Form }) | null = null
  #call: OpenCall | null = null

  /** @param key ids of items end with it @param toolOf what the client calls a tool */
  constructor(key: string, toolOf: (name: string) => NamedTool, tell: Tell) {
    this.#key = key
    this.#toolOf = toolOf
    this.#tell = tell
  }

  add(piece: ChatPiece): void {
    switch (piece.type) {
      case 'text':
      case 'thinking':
        return this.say(piece.type, piece.text)
      case 'tool-call':
        this.#endSpoken('completed')
        this.#endCall()
        return this.#beginCall(piece.id, piece.name)
      case 'tool-arguments':
        return this.#argue(piece.text)
      case 'search':
      case 'source':
        return undefined
      default:
        return piece satisfies never
    }
  }

  /** A refusal is an item of its own: Codex drops a message that holds one together with its text. */
  say(form: Form, delta: string): void {
    if (delta === '') return
    if (this.#spoken?.form !== form) {
      this.#endSpoken('completed')
      this.#beginSpoken(form)
    }
    const spoken = this.#spoken
    if (!spoken) return
    spoken.text += delta
    const { delta: name } = forms[form]
    this.#tell(`${name}.delta`, { ...this.#placeOf(spoken), delta, ...(form === 'text' && { logprobs: [] }) })
  }

  /** Nothing follows. @param isCut an item that is open is not whole: a client must not carry out such a call */
  end(isCut: boolean): void {
    this.#endSpoken(isCut ? 'incomplete' : 'completed')
    if (!isCut) this.#endCall()
    else if (this.#call) this.items[this.#call.index] = callItem(this.#call, 'incomplete')
    this.#call = null
  }

  #begin(prefix: string): OpenItem {
    const index = this.items.length
    return { index, id: `${prefix}_${this.#key}${index}`, text: '' }
  }

  #placeOf({ form, id, index }: OpenItem & { form: Form }): object {
    return { item_id: id, output_index: index, [forms[form].place]: 0 }
  }

  #added({ index }: OpenItem, item: object): void {
    this.items.push(item)
    this.#tell('output_item.added', { output_index: index, item })
  }

  #done({ index }: OpenItem, item: object): void {
    this.items[index] = item
    this.#tell('output_item.done', { output_index: index, item })
  }

  #beginSpoken(form: Form): void {
    const spoken = { ...this.#begin(forms[form].prefix), form }
    this.#spoken = spoken
    this.#added(spoken, spokenItem(form, spoken.id, 'in_progress', []))
    this.#tell(`${forms[form].part}.added`, { ...this.#placeOf(spoken), part: partOf(form, '') })
  }

  #endSpoken(status: Status): void {
    const spoken = this.#spoken
    if (!spoken) return
    const { form, id, text } = spoken
    const place = this.#placeOf(spoken)
    const part = partOf(form, text)
    const whole = form === 'refusal' ? { refusal: text } : { text, ...(form === 'text' && { logprobs: [] }) }
    this.#tell(`${forms[form].delta}.done`, { ...place, ...whole })
    this.#tell(`${forms[form].part}.done`, { ...place, part })
    this.#done(spoken, spokenItem(form, id, status, [part]))
    this.#spoken = null
  }

  #beginCall(callId: string, name: string): void {
    const tool = this.#toolOf(name)
    const call = { ...this.#begin(tool.isCustom ? 'ctc' : 'fc'), callId, tool }
    this.#call = call
    this.#added(call, callItem(call, 'in_progress'))
  }

  /** The text of a custom tool is within JSON: it is told when it is whole. */
  #argue(delta: string): void {
    const call = this.#call
    if (!call) return
    call.text += delta
    if (!call.tool.isCustom)
      this.#tell('function_call_arguments.delta', { item_id: call.id, output_index: call.index, delta })
  }

  #endCall(): void {
    const call = this.#call
    if (!call) return
    const { id, index, tool } = call
    const place = { item_id: id, output_index: index }
    if (tool.isCustom) {
      call.text = customInput(call.text, parsedJson(call.text))
      this.#tell('custom_tool_call_input.delta', { ...place, delta: call.text })
      this.#tell('custom_tool_call_input.done', { ...place, input: call.text })
    } else this.#tell('function_call_arguments.done', { ...place, name: tool.name, arguments: call.text })
    this.#done(call, callItem(call, 'completed'))
    this.#call = null
  }
}
