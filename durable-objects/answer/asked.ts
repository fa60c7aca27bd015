// What a provider is asked: the turns with their files, the instructions, the wishes. Reads files from R2.
import { searchesMax } from '#contract/catalogue/answer-extras.ts'
import { beginningOf } from '#contract/cut-text.ts'
import { attachmentKey, attachmentTextKey } from '#data/files/attachment-files.ts'
import { resultKey } from '#data/files/job-files.ts'
import type { AttachedFile, SentFile } from '#domain/attachment.ts'
import type { SentTurn } from '#domain/conversation-context.ts'
import type { Route } from '#domain/models/route.ts'
import { helpInstruction } from '#domain/prompt-help.ts'
import { toldMemory } from '#domain/told-memory.ts'
import type { ChatPicture, ChatRequest, ChatTurn } from '#providers/chat/provider.ts'
import type { AnswerRequest } from './calls.ts'

/** A file that cannot be read ends the answer: the model must not answer about a file that it has not seen. All reads of one answer together. */
const readingMaxMs = 30_000

/** As much of R2 as is used here. */
interface Bucket {
  get(key: string): Promise<{ arrayBuffer(): Promise<ArrayBuffer> } | null>
}

class AttachmentLost extends Error {
  override name = 'AttachmentLost'
}

async function bytesOf(bucket: Bucket, key: string): Promise<ArrayBuffer> {
  const object = await bucket.get(key)
  if (!object) throw new AttachmentLost()
  return object.arrayBuffer()
}

/** The text of a document or a text file. @throws AttachmentLost */
async function textOf(bucket: Bucket, { id, kind }: AttachedFile): Promise<string> {
  const key = kind === 'text' ? attachmentKey(id) : attachmentTextKey(id)
  return new TextDecoder().decode(await bytesOf(bucket, key))
}

/** As `textOf`, but null when it is lost. */
export const textIfKept = (bucket: Bucket, file: AttachedFile): Promise<string | null> =>
  textOf(bucket, file).catch((error: unknown) => {
    if (error instanceof AttachmentLost) return null
    throw error
  })

/** Escaped as the value of an attribute, so that a file name cannot end it. */
const quoted = (name: string): string => `"${name.replace(/["<>]/g, "'")}"`

async function blockOf(bucket: Bucket, file: SentFile): Promise<string> {
  const name = quoted(file.name)
  if (!file.isSent) return `<file name=${name} omitted="true" />`
  if (file.kind === 'picture') return `<file name=${name} kind="picture" />`
  const text = await textOf(bucket, file)
  const isCut = file.sentLength < text.length
  const shown = isCut ? beginningOf(text, file.sentLength) : text
  // Between pages there is a sign that says nothing to a model.
  return `<file name=${name}${isCut ? ' cut="true"' : ''}>\n${shown.replaceAll('\f', '\n')}\n</file>`
}

/** Null for the result of a work that is deleted by now: the card has told the model of it, so the answer goes on without it. */
async function pictureOf(bucket: Bucket, { id, type, result }: SentFile): Promise<ChatPicture | null> {
  if (type !== 'image/png' && type !== 'image/jpeg') throw new AttachmentLost()
  const object = await bucket.get(result ? resultKey(result.jobId, result.index) : attachmentKey(id))
  if (!object && result) return null
  if (!object) throw new AttachmentLost()
  return { type, base64: Buffer.from(await object.arrayBuffer()).toString('base64') }
}

const isPicture = ({ kind, isSent }: SentFile): boolean => kind === 'picture' && isSent

async function turnOf(bucket: Bucket, { role, text, files = [] }: SentTurn): Promise<ChatTurn> {
  if (files.length === 0) return { role, text }
  const read = await Promise.all(
    files.map(async (file) => {
      const picture = isPicture(file) ? await pictureOf(bucket, file) : null
      const isLost = isPicture(file) && picture === null
      return { picture, block: await blockOf(bucket, isLost ? { ...file, isSent: false } : file) }
    })
  )
  const blocks = read.map(({ block }) => block)
  const shown = read.flatMap(({ picture }) => picture ?? [])
  return { role, text: [...blocks, text].join('\n\n'), ...(shown.length > 0 && { pictures: shown }) }
}

/** The turns as a provider gets them. @throws AttachmentLost for a file that is gone or does not come, or what R2 threw */
export const withTheirFiles = (bucket: Bucket, turns: readonly SentTurn[]): Promise<ChatTurn[]> =>
  readInTime(Promise.all(turns.map((turn) => turnOf(bucket, turn))))

/** @throws AttachmentLost when it takes too long, or what the reading threw */
export async function readInTime<Read>(reading: Promise<Read>): Promise<Read> {
  const late = Promise.withResolvers<never>()
  const timer = setTimeout(() => late.reject(new AttachmentLost()), readingMaxMs)
  try {
    return await Promise.race([reading, late.promise])
  } finally {
    clearTimeout(timer)
  }
}

const systemPrompt =
  'Отвечай по-русски, если пользователь не просит другой язык. Оформляй ответ в Markdown: заголовки, списки, ' +
  'таблицы и блоки кода там, где они помогают.'

/** The instructions of the user for every answer; each may be empty. */
export interface Wishes {
  /** What the user tells about themselves. */
  about: string
  /** The lines of the user's memory, one a line. */
  memory: string
  /** The instruction of the project, for all of its conversations. */
  project: string
  /** The instruction of the conversation. */
  instruction: string
}

const systemOf = ({ about, memory, project, instruction }: Wishes): string =>
  [
    systemPrompt,
    about && `Пользователь сообщил о себе (учитывай, когда это уместно, и не пересказывай без нужды):\n${about}`,
    // Before what differs between chats, so that their beginnings are the same.
    toldMemory(memory),
    project && `Инструкция проекта, к которому относится эта беседа:\n${project}`,
    instruction && `Роль и правила, которые пользователь задал для этой беседы:\n${instruction}`
  ]
    .filter(Boolean)
    .join('\n\n')

/** The request to the provider of a route. The price and the user's id are left out; `userTag` is a hash. */
export function chatRequestOf(request: AnswerRequest, route: Route, turns: ChatTurn[], wishes: Wishes): ChatRequest {
  const { userTag, webSearch, showsThinking, helpTask } = request
  const { model, outputTokensMax, effort, firstWordMs } = route
  return {
    model,
    turns,
    system: helpTask ? helpInstruction(helpTask) : systemOf(wishes),
    outputTokensMax,
    firstWordMs,
    userTag,
    ...(effort && { effort }),
    ...(webSearch && { searchesMax }),
    // A route may run a model that does not think: then none is shown.
    ...(showsThinking && route.showsThinking && { showsThinking })
  }
}
