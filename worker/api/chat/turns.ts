// The turns of a call as the adapters of suppliers take them.
import type { SentTurn } from '#contract/v1/chat-completions.ts'
import type { ChatTurn } from '#providers/chat/provider.ts'
import { textOf } from '../calls/asked.ts'
import { expectConversation } from '../calls/expect-able.ts'
import { pictureAt, pictureInFile } from '../calls/pictures.ts'

function userTurn(content: Extract<SentTurn, { role: 'user' }>['content'], param: string): ChatTurn {
  if (typeof content === 'string') return { role: 'user', text: content }
  const pictures = content.flatMap((part, index) => {
    const place = `${param}.content.${index}.${part.type}`
    if (part.type === 'file') return [pictureInFile(part.file.file_data, place)]
    return part.type === 'image_url' ? [pictureAt(part.image_url.url, place)] : []
  })
  return { role: 'user', text: textOf(content), ...(pictures.length > 0 && { pictures }) }
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
  expectConversation(
    turns.map((turn, index) => ({
      turn,
      param: `messages.${index}${turn.role === 'tool' ? '.tool_call_id' : ''}`
    })),
    'messages'
  )
  return turns
}
