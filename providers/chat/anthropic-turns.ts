// A conversation as Anthropic's Messages API takes it. A cache there holds the beginning of a request, tools and instructions first: what
// changes near the top makes all below it new, so instructions of later turns stay where they are.
import type { ChatPicture, ChatRequest, ChatTool, ChatTurn, SpokenTurn } from './provider.ts'
import { jsonWish, partsOf, spokenTurns } from './spoken-turns.ts'
import { argumentsIn } from './tool-calls.ts'

interface Message {
  role: 'user' | 'assistant' | 'system'
  content: string | object[]
}

type SystemTurn = Extract<ChatTurn, { role: 'system' }>
type ToolTurn = Extract<ChatTurn, { role: 'tool' }>
type Marked = Pick<ChatTurn | ChatTool, 'cachedUpTo'>

export const cached = { cache_control: { type: 'ephemeral' } } as const

export const markOf = ({ cachedUpTo }: Marked): Partial<typeof cached> => (cachedUpTo ? cached : {})

/** A mark stands at a block, so what has one is written as blocks. */
function markedContent(content: string | object[], turn: Marked): string | object[] {
  if (!turn.cachedUpTo) return content
  const blocks = typeof content === 'string' ? [{ type: 'text', text: content }] : content
  return blocks.map((block, index) => (index === blocks.length - 1 ? { ...block, ...cached } : block))
}

/** Models before Opus 4.8, and others that speak this dialect, know instructions at the top alone. */
const takesLater = /claude-(?:[a-z]+-)?(?:4[-.][89]|[5-9]|\d\d)\b/

/** A conversation of instructions alone is said by the user. */
export function conversationOf({ system, turns, format, model }: ChatRequest) {
  const asked = spokenTurns(turns)
  const isAtTop = ({ role }: ChatTurn, index: number) =>
    role === 'system' && (!takesLater.test(model) || asked.slice(0, index).every((one) => one.role === 'system'))
  const given = asked.filter((turn, index): turn is SystemTurn => isAtTop(turn, index))
  const messages = messagesOf(asked.filter((turn, index) => !isAtTop(turn, index)))
  if (messages.length === 0 && given.length > 0)
    messages.push({ role: 'user', content: instructionsOf(given.splice(0)) })
  const first: Omit<SystemTurn, 'role'>[] = [{ text: system ?? '' }, ...given]
  if (format?.kind === 'json') first.push({ text: jsonWish })
  return { instructions: instructionsOf(first), messages }
}

function instructionsOf(given: readonly Omit<SystemTurn, 'role'>[]): string | object[] {
  const said = given.filter(({ text }) => text !== '')
  return said.some(({ cachedUpTo }) => cachedUpTo)
    ? said.map((one) => ({ type: 'text', text: one.text, ...markOf(one) }))
    : said.map(({ text }) => text).join('\n\n')
}

/**
 * The results of the calls of one turn are one message. Instructions must follow one of the user's and be followed by the assistant: they
 * wait for that place.
 */
function messagesOf(turns: readonly ChatTurn[]): Message[] {
  const messages: Message[] = []
  let results: object[] | null = null
  let waiting: SystemTurn[] = []
  const instruct = () => {
    const role = messages.at(-1)?.role === 'user' ? 'system' : 'user'
    if (waiting.length > 0) messages.push({ role, content: instructionsOf(waiting) })
    waiting = []
  }
  for (const turn of turns) {
    if (turn.role === 'system') {
      waiting.push(turn)
      continue
    }
    if (turn.role === 'assistant') instruct()
    if (turn.role !== 'tool') {
      results = null
      messages.push({ role: turn.role, content: markedContent(contentOf(turn), turn) })
      continue
    }
    if (!results) messages.push({ role: 'user', content: (results = []) })
    results.push(resultOf(turn))
  }
  instruct()
  return messages
}

/** A conversation may have begun at a provider whose ids have dots and colons, which are refused here. */
const ownId = (id: string): string => id.replaceAll(/[^\w-]/g, '_')

const pictureOf = (type: string, base64: string) => ({
  type: 'image',
  source: { type: 'base64', media_type: type, data: base64 }
})

function resultOf(turn: ToolTurn): object {
  const { callId, text, pictures, isError } = turn
  return {
    type: 'tool_result',
    tool_use_id: ownId(callId),
    ...(pictures ? { content: resultParts(text, pictures) } : text !== '' && { content: text }),
    ...(isError && { is_error: true }),
    ...markOf(turn)
  }
}

const resultParts = (text: string, pictures: readonly ChatPicture[]) => [
  ...(text.trim() === '' ? [] : [{ type: 'text', text }]),
  ...pictures.map(({ type, base64 }) => pictureOf(type, base64))
]

function contentOf(turn: SpokenTurn): string | object[] {
  if (!turn.toolCalls?.length) return partsOf(turn, pictureOf, { type: 'text' })
  const uses = turn.toolCalls.map(({ id, name, arguments: text }) => {
    return { type: 'tool_use', id: ownId(id), name, input: argumentsIn(text) }
  })
  return turn.text.trim() === '' ? uses : [{ type: 'text', text: turn.text }, ...uses]
}
