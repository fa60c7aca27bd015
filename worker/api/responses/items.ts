// The items of a conversation as turns: calls belong to the turn of the assistant before them, their results follow it.
import type { AskedResponse, SentContent, SentItem } from '#contract/v1/responses.ts'
import type { ChatPicture, ChatTurn, ToolCall } from '#providers/chat/provider.ts'
import { bothTexts, unreadable } from '#providers/chat/spoken-turns.ts'
import { badRequest } from '../base/errors.ts'
import { textOf } from '../calls/asked.ts'
import { expectConversation } from '../calls/expect-able.ts'
import { pictureAt, pictureInFile } from '../calls/pictures.ts'
import { leaveOldPictures, readOr } from '../calls/result-pictures.ts'
import type { OfferedTools } from './tools.ts'

const picturesOf = (content: SentContent, param: string): ChatPicture[] =>
  typeof content === 'string'
    ? []
    : content.flatMap((part, index) => {
        if (part.type === 'input_file') return [pictureInFile(part.file_data, `${param}.${index}.file_data`)]
        return part.type === 'input_image' ? [pictureAt(part.image_url, `${param}.${index}.image_url`)] : []
      })

type Of<Type extends SentItem['type']> = Extract<SentItem, { type: Type }>

class Conversation {
  readonly turns: { turn: ChatTurn; param: string }[] = []
  readonly #tools: OfferedTools
  readonly #seesPictures: boolean

  constructor(tools: OfferedTools, seesPictures: boolean) {
    this.#tools = tools
    this.#seesPictures = seesPictures
  }

  add(item: SentItem, param: string): void {
    switch (item.type) {
      case 'message':
        return this.#say(item, param)
      case 'function_call':
        return this.#call(item, item.arguments, param)
      case 'custom_tool_call':
        return this.#call(item, JSON.stringify({ input: item.input }), param)
      case 'function_call_output':
      case 'custom_tool_call_output':
        return this.#answer(item, param)
      case 'item_reference':
        throw badRequest(
          'Переписка здесь не хранится: сошлитесь не на id, а отправьте сами сообщения. В AI SDK это включает store: false в providerOptions.openai',
          param,
          'unsupported_value'
        )
      case 'compaction_trigger':
        throw badRequest('Сжатия переписки здесь нет: сократите её сами', param, 'unsupported_value')
      case 'additional_tools':
      case 'other':
        return undefined
      default:
        return item satisfies never
    }
  }

  #push(turn: ChatTurn, param: string): void {
    this.turns.push({ turn, param })
  }

  #say({ role, content }: Of<'message'>, param: string): void {
    const text = textOf(content)
    const pictures = picturesOf(content, `${param}.content`)
    if (pictures.length > 0 && role !== 'user') throw badRequest('Картинки бывают только у роли user', param)
    if (role === 'assistant') {
      const calling = this.#lastSpoken()
      // Between a call and its result nothing may stand.
      if (calling?.toolCalls) calling.text = bothTexts(calling.text, text)
      else this.#push({ role, text }, param)
    } else if (role === 'user') this.#push({ role, text, ...(pictures.length > 0 && { pictures }) }, param)
    else this.#push({ role: 'system', text }, param)
  }

  #lastSpoken() {
    const last = this.turns.at(-1)?.turn
    return last?.role === 'assistant' ? last : undefined
  }

  #call(item: Of<'function_call' | 'custom_tool_call'>, text: string, param: string): void {
    const call: ToolCall = {
      id: item.call_id,
      name: this.#tools.nameOf(item.name, item.namespace),
      arguments: text
    }
    const speaking = this.#lastSpoken()
    if (speaking) speaking.toolCalls = [...(speaking.toolCalls ?? []), call]
    else this.#push({ role: 'assistant', text: '', toolCalls: [call] }, param)
  }

  #answer({ call_id: callId, output: content }: Of<'function_call_output' | 'custom_tool_call_output'>, param: string) {
    const hasPicture = typeof content !== 'string' && content.some(({ type }) => type === 'input_image')
    const pictures = this.#seesPictures ? readOr(() => picturesOf(content, `${param}.output`), []) : []
    const isUnread = hasPicture && pictures.length === 0
    const text = [textOf(content), isUnread ? unreadable : ''].filter(Boolean).join('\n')
    this.#push({ role: 'tool', callId, text, ...(pictures.length > 0 && { pictures }) }, `${param}.call_id`)
  }
}

/** @throws ApiError: a picture that cannot be read, no question, a tool's result without its call, what only a server with stored items can do */
export function turnsOf(
  { input, instructions }: AskedResponse,
  tools: OfferedTools,
  seesPictures: boolean
): ChatTurn[] {
  const conversation = new Conversation(tools, seesPictures)
  if (instructions) conversation.add({ type: 'message', role: 'system', content: instructions }, 'instructions')
  const items: SentItem[] = typeof input === 'string' ? [{ type: 'message', role: 'user', content: input }] : input
  for (const [index, item] of items.entries()) conversation.add(item, `input.${index}`)
  expectConversation(conversation.turns, 'input')
  const turns = conversation.turns.map(({ turn }) => turn)
  leaveOldPictures(turns)
  return turns
}
