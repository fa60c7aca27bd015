// The turns of a call as the adapters of suppliers take them.
import type { SentTurn } from '#contract/v1/chat-completions.ts'
import type { ChatPicture, ChatTurn } from '#providers/chat/provider.ts'
import { badRequest } from '../base/errors.ts'

const picturesMax = 50

/** How the base64 of each kind of picture begins: what is named a picture and is none is refused before it costs anything. */
const beginnings = { 'image/png': 'iVBORw0KGgo', 'image/jpeg': '/9j/' } as const

/** @throws ApiError: not base64 of a PNG or JPEG */
function pictureOf(url: string, param: string): ChatPicture {
  const [, named, base64 = ''] = /^data:(image\/(?:png|jpe?g));base64,([\w+/]+={0,2})$/.exec(url) ?? []
  const type = named === 'image/png' ? named : 'image/jpeg'
  if (named !== undefined && base64.startsWith(beginnings[type])) return { type, base64 }
  if (/^https?:/.test(url))
    throw badRequest(
      'Картинки по ссылке не читаются. Передайте её в запросе: data:image/png;base64,…',
      param,
      'invalid_image'
    )
  throw badRequest('Картинка должна быть PNG или JPEG в виде data:image/png;base64,…', param, 'invalid_image')
}

const textOf = (content: string | { text?: string; refusal?: string }[]): string =>
  typeof content === 'string' ? content : content.map((part) => part.text ?? part.refusal ?? '').join('\n')

function userTurn(content: Extract<SentTurn, { role: 'user' }>['content'], param: string): ChatTurn {
  if (typeof content === 'string') return { role: 'user', text: content }
  const pictures = content.flatMap((part, index) =>
    part.type === 'image_url' ? [pictureOf(part.image_url.url, `${param}.content.${index}.image_url`)] : []
  )
  const text = textOf(content.flatMap((part) => (part.type === 'text' ? [part] : [])))
  return { role: 'user', text, ...(pictures.length > 0 && { pictures }) }
}

function turnOf(turn: SentTurn, param: string): ChatTurn {
  switch (turn.role) {
    case 'system':
    case 'developer':
      return { role: 'system', text: textOf(turn.content) }
    case 'user':
      return userTurn(turn.content, param)
    case 'tool':
      return { role: 'tool', callId: turn.tool_call_id, text: textOf(turn.content) }
    case 'assistant': {
      const toolCalls = (turn.tool_calls ?? []).map(({ id, function: named }) => ({ id, ...named }))
      return { role: 'assistant', text: textOf(turn.content), ...(toolCalls.length > 0 && { toolCalls }) }
    }
    default:
      return turn satisfies never
  }
}

/** @throws ApiError: a picture that cannot be read, no question, a tool's result without its call */
export function turnsOf(messages: readonly SentTurn[]): ChatTurn[] {
  const turns = messages.map((turn, index) => turnOf(turn, `messages.${index}`))
  const pictures = turns.flatMap((turn) => (turn.role === 'user' ? (turn.pictures ?? []) : []))
  if (pictures.length > picturesMax)
    throw badRequest(`В одном запросе может быть не больше ${picturesMax} картинок`, 'messages')
  if (turns.every(({ role }) => role === 'system'))
    throw badRequest('В запросе нет вопроса: нужно сообщение с ролью user', 'messages')
  const known = new Set<string>()
  for (const [index, turn] of turns.entries()) {
    if (turn.role === 'assistant') for (const { id } of turn.toolCalls ?? []) known.add(id)
    if (turn.role === 'tool' && !known.has(turn.callId))
      throw badRequest('Результат функции без её вызова: такого id раньше не было', `messages.${index}.tool_call_id`)
  }
  return turns
}
