// The turns of a message request as the adapters of suppliers take them.
import type { MessageCount, SentResult, SentTurn } from '#contract/v1/messages.ts'
import type { ChatPicture, ChatTurn } from '#providers/chat/provider.ts'
import { unreadable } from '#providers/chat/spoken-turns.ts'
import { expectConversation } from '../calls/expect-able.ts'
import { written } from '../calls/input-bound.ts'
import { linkedPicture, pictureIn, unreadDocument } from '../calls/pictures.ts'
import { leaveOldPictures, readOr } from '../calls/result-pictures.ts'

type Block = Exclude<Extract<SentTurn, { role: 'user' }>['content'], string>[number]
type ResultBlock = Exclude<SentResult['content'], string | null | undefined>[number]
type Readable = Exclude<Block, SentResult> | ResultBlock
type Marked = { cache_control?: object | null | undefined }

interface Read {
  text?: string
  picture?: ChatPicture
}

const how = 'source: { type: "base64", media_type: "image/png", data: "…" }'

export const markOf = (block: object): { cachedUpTo?: true } =>
  (block as Marked).cache_control ? { cachedUpTo: true } : {}

const blocksOf = <Sent extends object>(content: string | Sent[] | null | undefined) =>
  typeof content === 'string' ? [{ type: 'text' as const, text: content }] : (content ?? [])

const joined = (texts: readonly (string | null | undefined)[]): string => texts.filter(Boolean).join('\n\n')

function documentText({
  source: { type, data, content },
  title
}: Extract<Readable, { type: 'document' }>): string | null {
  if (type === 'text' && data !== undefined) return joined([title, data])
  return type === 'content' && content != null ? joined([title, ...blocksOf(content).map(({ text }) => text)]) : null
}

/** @throws ApiError for a picture or a document that cannot be read */
function read(block: Readable, param: string): Read {
  switch (block.type) {
    case 'text':
      return { text: block.text }
    case 'image': {
      const { type, media_type: named = '', data = '' } = block.source
      if (type !== 'base64') throw linkedPicture(how, `${param}.source`)
      return { picture: pictureIn(named, data, `${param}.source`, how) }
    }
    case 'document': {
      const text = documentText(block)
      if (text === null) throw unreadDocument(param)
      return { text }
    }
    case 'search_result':
      return { text: joined([block.title, block.source, ...block.content.map(({ text }) => text)]) }
    case 'tool_reference':
      return { text: `Tool found: ${block.tool_name}` }
    case 'other':
      return {}
    default:
      return block satisfies never
  }
}

const readResult = (block: ResultBlock, seesPictures: boolean): Read =>
  block.type === 'image' && !seesPictures ? { text: unreadable } : readOr(() => read(block, ''), { text: unreadable })

const said = (parts: readonly Read[]) => {
  const pictures = parts.flatMap(({ picture }) => picture ?? [])
  return { text: joined(parts.map(({ text }) => text)), ...(pictures.length > 0 && { pictures }) }
}

const lastMark = (blocks: readonly object[]) => markOf(blocks.findLast((block) => markOf(block).cachedUpTo) ?? {})

/** The results come first, as suppliers want them, whatever their place in the turn. A marked block ends a turn: a mark stands behind it. */
function userTurns(blocks: readonly Block[], param: string, seesPictures: boolean): ChatTurn[] {
  const turns: ChatTurn[] = []
  const own: ChatTurn[] = []
  let parts: Read[] | null = null
  const say = (mark: ReturnType<typeof markOf>) => {
    if (parts) own.push({ role: 'user', ...said(parts), ...mark })
    parts = null
  }
  for (const [index, block] of blocks.entries()) {
    if (block.type !== 'tool_result') {
      parts = [...(parts ?? []), read(block, `${param}.content.${index}`)]
      if (markOf(block).cachedUpTo) say(markOf(block))
      continue
    }
    const results = blocksOf(block.content).map((part) => readResult(part, seesPictures))
    const { tool_use_id: callId, is_error: isError } = block
    turns.push({ role: 'tool', callId, ...said(results), ...(isError && { isError }), ...markOf(block) })
  }
  say({})
  return [...turns, ...own]
}

type AssistantContent = Extract<SentTurn, { role: 'assistant' }>['content']

function assistantTurn(content: AssistantContent, param: string): ChatTurn {
  const blocks = blocksOf(content)
  const text = joined(blocks.map((block) => (block.type === 'text' ? block.text : '')))
  const toolCalls = blocks.flatMap((block, index) =>
    block.type === 'tool_use'
      ? [{ id: block.id, name: block.name, arguments: written(block.input, `${param}.content.${index}.input`) }]
      : []
  )
  return { role: 'assistant', text, ...(toolCalls.length > 0 && { toolCalls }), ...lastMark(blocks) }
}

/** A mark stands behind its block, so each block of instructions is a turn of its own. */
const instructions = (content: MessageCount['system']): ChatTurn[] =>
  blocksOf(content).flatMap((block) =>
    block.type === 'text' ? [{ role: 'system' as const, text: block.text, ...markOf(block) }] : []
  )

function turnsFrom(turn: SentTurn, param: string, seesPictures: boolean): ChatTurn[] {
  switch (turn.role) {
    case 'system':
      return instructions(turn.content)
    case 'user':
      return userTurns(blocksOf(turn.content), param, seesPictures)
    case 'assistant':
      return [assistantTurn(turn.content, param)]
    default:
      return turn satisfies never
  }
}

/** @throws ApiError: a picture or document that cannot be read, no question, a tool's result without its call */
export function turnsOf(
  { messages, system, cache_control: whole }: Pick<MessageCount, 'messages' | 'system' | 'cache_control'>,
  seesPictures: boolean
): ChatTurn[] {
  const placed = messages.flatMap((sent, index) => {
    const param = `messages.${index}`
    return turnsFrom(sent, param, seesPictures).map((turn) => ({ turn, param }))
  })
  expectConversation(placed, 'messages')
  const turns = [...instructions(system), ...placed.map(({ turn }) => turn)]
  leaveOldPictures(turns)
  const last = turns.at(-1)
  if (whole && last) last.cachedUpTo = true
  return turns
}
