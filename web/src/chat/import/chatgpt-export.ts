// Reads the file `conversations.json` of an export of ChatGPT. Each conversation is a tree, like ours; what was shown last is
// taken: the way from `current_node` up.
import { z } from 'zod'
import { Unzip, UnzipInflate } from 'fflate'
import { beginningOf } from '#contract/cut-text.ts'
import { importedMessagesMax, importedTextMax } from '#contract/import.ts'
import { importBytesMax } from '#contract/chat-limits.ts'
import { nextTask } from '../../base/page/next-task.ts'
import { arrayElements } from './array-elements.ts'
import { withoutMarks } from './chatgpt-marks.ts'
import { exportedMessage, type FoundMessage, messagesOn, millisecondsOf, seconds } from './chatgpt-message.ts'

const node = z.object({ parent: z.string().nullish(), message: exportedMessage })

const exported = z.object({
  id: z.string().nullish(),
  conversation_id: z.string().nullish(),
  title: z.string().nullish(),
  create_time: seconds,
  update_time: seconds,
  current_node: z.string().nullish(),
  default_model_slug: z.string().nullish().catch(null),
  mapping: z.record(z.string(), node)
})
type Exported = z.infer<typeof exported>
type Node = z.infer<typeof node>

export interface FoundChat {
  /** The same for the same state of a conversation in every export. */
  source: string
  title: string
  model?: string
  updatedAt: number
  messages: FoundMessage[]
}

const titleMax = 200
const partMax = 100

/** The nodes of the way that was shown, from the first. */
function shownWay({ mapping, current_node: current }: Exported): Node[] {
  const parents = new Set(Object.values(mapping).map(({ parent }) => parent))
  const last = current && mapping[current] ? current : Object.keys(mapping).findLast((id) => !parents.has(id))
  const way: Node[] = []
  const seen = new Set<string>()
  for (let id = last; id && !seen.has(id); id = mapping[id]?.parent ?? undefined) {
    seen.add(id)
    const found = mapping[id]
    if (found) way.push(found)
  }
  return way.toReversed()
}

/** A text that is too long for one message becomes several. */
function* cutText({ sources, ...message }: FoundMessage): Generator<FoundMessage> {
  for (let from = 0, to = 0; from < message.content.length; from = to) {
    const content = beginningOf(message.content.slice(from, from + 2 * importedTextMax), importedTextMax)
    to = from + content.length
    const named = sources?.filter(({ url }) => content.includes(url)) ?? []
    if (content.trim() !== '') yield { ...message, content, ...(named.length > 0 && { sources: named }) }
  }
}

const encoder = new TextEncoder()
/** Half of what a free account may store in a day: a part that takes more than a day could never be stored. */
const partBytesMax = importBytesMax / 2
const bytesOf = (message: FoundMessage): number => encoder.encode(JSON.stringify(message)).length + 1

/** Conversations that are too long for one call are continued in another. */
function partsOf(messages: readonly FoundMessage[]): FoundMessage[][] {
  const parts: FoundMessage[][] = [[]]
  let bytes = 0
  for (const message of messages) {
    const more = bytesOf(message)
    if (bytes + more > partBytesMax || parts.at(-1)?.length === importedMessagesMax) {
      parts.push([])
      bytes = 0
    }
    parts.at(-1)?.push(message)
    bytes += more
  }
  return parts
}

function chatsOf(one: Exported, index: number): FoundChat[] {
  const begun = millisecondsOf(one.create_time) ?? 0
  const updatedAt = millisecondsOf(one.update_time) ?? begun
  const way = shownWay(one)
  const messages = messagesOn(
    way.map(({ message }) => message),
    begun
  ).flatMap((message) => [...cutText(message)])
  if (messages.length === 0) return []
  const model = way.findLast(({ message }) => message?.metadata?.model_slug)?.message?.metadata?.model_slug
  const slug = (model ?? one.default_model_slug ?? '').slice(0, 100)
  const title =
    withoutMarks(one.title ?? '')
      .replaceAll(/\s+/g, ' ')
      .trim() || 'Чат из ChatGPT'
  const id = (one.conversation_id ?? one.id ?? `без номера ${index} ${begun}`).slice(0, partMax)
  const parts = partsOf(messages)
  return parts.map((part, number) => ({
    source: `chatgpt:${id}:${updatedAt}:${number}`,
    title: titled(title, parts.length > 1 ? ` (часть ${number + 1})` : ''),
    ...(slug !== '' && { model: slug }),
    updatedAt: part.at(-1)?.created_at ?? updatedAt,
    messages: part
  }))
}

const titled = (title: string, ending: string): string =>
  Array.from(title.slice(0, titleMax))
    .slice(0, titleMax / 2)
    .join('') + ending

export interface FoundChats {
  chats: FoundChat[]
  /** How many conversations were not understood. */
  unreadable: number
}

/** The conversations of an export, newest first; null when it is something else. @param data parsed JSON @param from number of the first */
export function chatsInExport(data: unknown, from = 0): FoundChats | null {
  if (!Array.isArray(data)) return null
  const read = data.map((one: unknown) => exported.safeParse(one))
  const found = read.flatMap((one, index) => (one.success ? chatsOf(one.data, from + index) : []))
  const unreadable = read.filter(({ success }) => !success).length
  if (data.length > 0 && unreadable === data.length) return null
  return { chats: found.toSorted((one, other) => other.updatedAt - one.updatedAt), unreadable }
}

// Takes the conversations out of the file that ChatGPT mails: a ZIP with pictures and more, or the JSON in it. The file is
// read piece by piece and what is unpacked is counted, so that one that unpacks to far more than it seems is refused.

/** The whole text of all conversations. The largest known exports have a tenth. */
const textBytesMax = 300_000_000

/** A file that is not what it should be. The message is for the user. */
export class BadExport extends Error {}

const tooLarge = () => new BadExport('Файл слишком большой: внутри больше 300 МБ текста')
const notAnExport = () => new BadExport('Это не выгрузка ChatGPT: в файле нет чатов')

/** One file, or since 2025 several with numbers. */
const isChats = (path: string): boolean => /(^|\/)conversations(-\d+)?\.json$/.test(path)

/** Collects text from bytes up to a limit that all collectors share. */
function collector(room: { bytes: number }) {
  const decoder = new TextDecoder()
  const texts: string[] = []
  return {
    add(bytes: Uint8Array) {
      room.bytes -= bytes.length
      if (room.bytes < 0) throw tooLarge()
      texts.push(decoder.decode(bytes, { stream: true }))
    },
    text: () => texts.join('') + decoder.decode()
  }
}

/** Each piece is unpacked as a whole, to a thousand times its size at most. */
const pieceBytes = 65_536

async function textsInZip(file: Blob, room: { bytes: number }): Promise<string[]> {
  const found: ReturnType<typeof collector>[] = []
  const failed: Error[] = []
  const unzip = new Unzip((entry) => {
    if (!isChats(entry.name)) return
    const collected = collector(room)
    found.push(collected)
    entry.ondata = (error, bytes) => {
      if (failed.length > 0) return
      try {
        if (error) throw new BadExport('Архив повреждён. Скачайте его ещё раз', { cause: error })
        collected.add(bytes)
      } catch (problem) {
        failed.push(problem instanceof Error ? problem : notAnExport())
        entry.terminate()
      }
    }
    entry.start()
  })
  unzip.register(UnzipInflate)
  for (let from = 0; from < file.size; from += pieceBytes) {
    const piece = new Uint8Array(await file.slice(from, from + pieceBytes).arrayBuffer())
    unzip.push(piece, from + pieceBytes >= file.size)
    const [failure] = failed
    if (failure) throw failure
  }
  return found.map((collected) => collected.text())
}

async function textOf(file: Blob, room: { bytes: number }): Promise<string> {
  if (file.size > room.bytes) throw tooLarge()
  return file.text()
}

const joined = (parts: readonly FoundChats[]): FoundChats => ({
  chats: parts.flatMap(({ chats }) => chats).toSorted((one, other) => other.updatedAt - one.updatedAt),
  unreadable: parts.reduce((sum, { unreadable }) => sum + unreadable, 0)
})

/** Of a task, whatever comes first: thousands of conversations, or long ones, would hold up the page. */
const portion = { conversations: 20, characters: 2_000_000 }

/** What the texts of conversations say, some at once. @throws BadExport */
function* portionsIn(text: string): Generator<unknown[]> {
  let some: unknown[] = []
  let characters = 0
  try {
    for (const element of arrayElements(text)) {
      some.push(JSON.parse(element))
      characters += element.length
      if (some.length < portion.conversations && characters < portion.characters) continue
      yield some
      some = []
      characters = 0
    }
  } catch {
    throw notAnExport()
  }
  yield some
}

async function chatsIn(text: string): Promise<FoundChats> {
  const parts: FoundChats[] = []
  let count = 0
  for (const some of portionsIn(text)) {
    parts.push(chatsInExport(some, count) ?? { chats: [], unreadable: some.length })
    count += some.length
    await nextTask()
  }
  const found = joined(parts)
  if (count > 0 && found.unreadable === count) throw notAnExport()
  return found
}

/** @param bytesMax of all text @throws BadExport */
export async function readExport(file: Blob, bytesMax = textBytesMax): Promise<FoundChats> {
  const room = { bytes: bytesMax }
  const start = new Uint8Array(await file.slice(0, 2).arrayBuffer())
  const isZip = start[0] === 0x50 && start[1] === 0x4b
  const texts = isZip ? await textsInZip(file, room) : [await textOf(file, room)]
  if (texts.length === 0) throw notAnExport()
  const read: FoundChats[] = []
  for (const text of texts) read.push(await chatsIn(text))
  return joined(read)
}
