import { countTokens } from '../../base/words.ts'
import { decodeBase64, pictureFactsOf } from './picture-facts.ts'
import { isObject, type JsonObject } from '../../base/json.ts'

// The tokens that mark a message's beginning and end.
const TOKENS_PER_MESSAGE = 4
const TOKENS_PER_PICTURE = 1500

export interface Conversation {
  /** The last user message. */
  prompt: string
  /** The number of messages before it, without system messages. */
  earlierMessages: number
  /** What the last user message shows: its pictures and files. */
  seen?: string[]
  /** The same of the messages before it. */
  seenBefore?: string[]
  /** What the tools answered that were called for it. */
  results?: string[]
}

/** Reads a conversation from validated messages with `role` and `content`. */
export function conversationOf(messages: readonly JsonObject[]): Conversation {
  const spoken = messages.filter((message) => isSpoken(message) && resultsIn(message).length === 0)
  const last = spoken.findLastIndex(({ role }) => role === 'user')
  const after = messages.lastIndexOf(spoken[last] ?? {}) + 1
  const content = spoken[last]?.['content']
  return {
    prompt: withoutFiles(textOf(content)).text,
    earlierMessages: Math.max(last, 0),
    seen: seenIn(content),
    seenBefore: spoken.slice(0, Math.max(last, 0)).flatMap((message) => seenIn(message['content'])),
    results: messages.slice(after).flatMap(resultsIn)
  }
}

const isSpoken = ({ role }: JsonObject): boolean => role === 'user' || role === 'assistant'

/** What tools have answered: in a message or an item of its own, or in blocks of a message of the user. */
function resultsIn(message: JsonObject): string[] {
  if (message['role'] === 'tool') return [textOf(message['content'])]
  if (message['type'] === 'function_call_output') return [textOf(message['output'])]
  const blocks = Array.isArray(message['content']) ? message['content'].filter(isObject) : []
  return blocks.filter(({ type }) => type === 'tool_result').map(({ content }) => textOf(content))
}

const seenIn = (content: unknown): string[] => [
  ...picturesIn(content).map((picture) => `картинку ${picture}`),
  ...withoutFiles(textOf(content)).files
]

export function countInputTokens(contents: readonly unknown[]): number {
  const given = contents.filter((content) => content !== undefined && content !== null)
  return given.reduce<number>(
    (sum, content) =>
      sum + countTokens(textOf(content)) + TOKENS_PER_PICTURE * picturesIn(content).length + TOKENS_PER_MESSAGE,
    0
  )
}

/** The text of a message's content, which is a string or a list of parts; parts without `text` are skipped. */
function textOf(content: unknown): string {
  if (typeof content === 'string') return content
  if (!Array.isArray(content)) return ''
  return content
    .filter(isObject)
    .map((part) => (typeof part['text'] === 'string' ? part['text'] : ''))
    .join('\n')
}

const FIRST_WORDS = 8
/** A file as our product writes it into the text of a message. */
const FILE = /<file name="([^"]*)"([^>]*?)(?: \/>|>\n([\s\S]*?)\n<\/file>)\s*/g

const withoutType = (dataUrl: unknown): string => String(dataUrl).replace(/^data:[^,]*,/, '')

const pictureBytes = (part: JsonObject): Buffer | null => {
  if (part['type'] === 'input_image') return decodeBase64(withoutType(part['image_url']))
  const image = part['image_url']
  if (part['type'] === 'image_url' && isObject(image)) return decodeBase64(withoutType(image['url']))
  const source = part['source']
  return part['type'] === 'image' && isObject(source) ? decodeBase64(source['data']) : null
}

/** The pictures of a message: «PNG 640×480». */
function picturesIn(content: unknown): string[] {
  const parts = Array.isArray(content) ? content.filter(isObject) : []
  return parts.flatMap((part) => {
    const bytes = pictureBytes(part)
    const facts = bytes && pictureFactsOf(bytes)
    return facts ? [`${facts.type.replace('image/', '').toUpperCase()} ${facts.width}×${facts.height}`] : []
  })
}

/** The message without its files, and what the files begin with. */
function withoutFiles(text: string): { text: string; files: string[] } {
  const files: string[] = []
  const rest = text.replace(FILE, (_, name: string, attributes: string, content?: string) => {
    if (attributes.includes('omitted')) files.push(`файл «${name}» без содержимого`)
    else if (content !== undefined) {
      const words = content.trim().split(/\s+/)
      const isCut = attributes.includes('cut') ? ', не целиком' : ''
      files.push(
        `файл «${name}» (символов: ${content.length}${isCut}), в начале: ${words.slice(0, FIRST_WORDS).join(' ')}`
      )
    }
    return ''
  })
  return { text: rest, files }
}
