// The turns of a conversation as strict providers want them.
import type { ChatDialect } from '#contract/chat-dialects.ts'
import type { ChatPicture, ChatRequest, ChatTool, ChatTurn, SpokenTurn } from './provider.ts'

/** Whether it says anything. The result of a tool may be nothing, and is one nevertheless. */
export const says = (turn: ChatTurn): boolean => turn.role === 'tool' || turn.text.trim() !== '' || hasMore(turn)

const hasMore = (turn: ChatTurn): boolean =>
  'pictures' in turn || ('toolCalls' in turn && turn.toolCalls !== undefined && turn.toolCalls.length > 0)

/**
 * Providers reject empty messages and conversations that begin with the assistant. Both occur after an empty answer or when old
 * turns were dropped.
 */
export function spokenTurns(turns: readonly ChatTurn[]): ChatTurn[] {
  const spoken = turns.filter(says)
  const opening = spoken.findIndex(({ role }) => role === 'user')
  return spoken.filter(({ role }, index) => index >= opening || role === 'system')
}

/** What asks for JSON of any form where no field does. */
export const jsonWish = 'Answer with one JSON value and nothing else: no code fence, no words around it.'

/** OpenAI refuses a conversation that does not speak of the JSON that its field asks for, and some programs set the field alone. */
export const withJsonSaid = ({ turns, format }: Pick<ChatRequest, 'turns' | 'format'>): readonly ChatTurn[] =>
  format?.kind !== 'json' || turns.some(({ text }) => /json/i.test(text))
    ? turns
    : [{ role: 'system', text: jsonWish }, ...turns]

/** Two texts as one. `join` would copy both: turn by turn, that is half a minute of work for the thousands that a body of the API may have. */
export const bothTexts = (one: string, other: string): string =>
  one === '' || other === '' ? one + other : `${one}\n\n${other}`

/**
 * The kinds of pictures that a dialect reads. Source of xAI's: its guide of image understanding. Resellers promise no more, whatever the
 * model behind them reads.
 */
export const readsPicture = (dialect: ChatDialect, { type }: ChatPicture): boolean =>
  !['xai-responses', 'openai-chat'].includes(dialect) || /png|jpeg/.test(type)

/** What a model is told of a picture or a document that it cannot get. */
export const unreadable = '[A picture or document that this model cannot read.]'

/**
 * Where a tool's result is text alone, its pictures are said by the user after all results. The model is told of those that the supplier
 * does not read: a refusal would end the session of an agent, which sends all again.
 */
export function withPicturesSaid(turns: readonly ChatTurn[], dialect: ChatDialect): ChatTurn[] {
  const said: ChatTurn[] = []
  let waiting: ChatPicture[] = []
  const say = () => {
    if (waiting.length > 0) said.push({ role: 'user', text: '', pictures: waiting })
    waiting = []
  }
  for (const turn of turns) {
    if (turn.role !== 'tool') say()
    const pictures = turn.role === 'tool' ? (turn.pictures ?? []) : []
    const read = pictures.filter((picture) => readsPicture(dialect, picture))
    waiting.push(...read)
    said.push(read.length < pictures.length ? { ...turn, text: bothTexts(turn.text, unreadable) } : turn)
  }
  say()
  return said
}

/** What is said, in parts: the pictures before the text, which may be missing beside them. */
export const partsOf = <Part>(
  { text, pictures = [] }: SpokenTurn,
  pictureOf: (type: string, base64: string) => Part,
  textPart: { type: string }
): string | (Part | { type: string; text: string })[] =>
  pictures.length === 0
    ? text
    : [
        ...pictures.map(({ type, base64 }) => pictureOf(type, base64)),
        ...(text.trim() === '' ? [] : [{ ...textPart, text }])
      ]

/** The schema of a tool without parameters may be left empty; providers want an object. */
export const schemaOf = ({ parameters }: ChatTool): object => ({ type: 'object', properties: {}, ...parameters })
