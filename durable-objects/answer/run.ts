// Calls the provider with the turns and the texts of their files, and reads its stream. Does not know about money: it only reports how the
// stream ended.
import { searchesMax } from '#contract/catalogue/answer-extras.ts'
import { beginningOf } from '#contract/cut-text.ts'
import { attachmentKey, attachmentTextKey } from '#data/files/attachment-files.ts'
import type { AnswerFailure, StreamEnd } from '#domain/answer.ts'
import type { SentFile } from '#domain/attachment.ts'
import type { SentTurn } from '#domain/conversation-context.ts'
import { helpInstruction } from '#domain/prompt-help.ts'
import { nameOf, report } from '#notices/report.ts'
import type {
  ChatPiece,
  ChatProvider,
  ChatRequest,
  ChatUsage,
  ChatTurn,
  ChatPicture
} from '#providers/chat/provider.ts'
import { ProviderFailure } from '#providers/http/failure.ts'
import type { AnswerRequest } from './calls.ts'
import type { Chunk } from './chunk.ts'

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

async function textOf(bucket: Bucket, { id, kind }: SentFile): Promise<string> {
  const key = kind === 'text' ? attachmentKey(id) : attachmentTextKey(id)
  return new TextDecoder().decode(await bytesOf(bucket, key))
}

/** Escaped as the value of an attribute, so that a file name cannot end it. */
const quoted = (name: string): string => `"${name.replace(/["<>]/g, "'")}"`

async function blockOf(bucket: Bucket, file: SentFile): Promise<string> {
  const name = quoted(file.name)
  if (!file.isSent) return `<file name=${name} omitted="true" />`
  if (file.kind === 'picture') return `<file name=${name} kind="picture" />`
  const text = await textOf(bucket, file)
  const isCut = file.sentLength < text.length
  const shown = isCut ? beginningOf(text, file.sentLength) : text
  return `<file name=${name}${isCut ? ' cut="true"' : ''}>\n${shown}\n</file>`
}

async function pictureOf(bucket: Bucket, { id, type }: SentFile): Promise<ChatPicture> {
  if (type !== 'image/png' && type !== 'image/jpeg') throw new AttachmentLost()
  return { type, base64: Buffer.from(await bytesOf(bucket, attachmentKey(id))).toString('base64') }
}

async function turnOf(bucket: Bucket, { role, text, files = [] }: SentTurn): Promise<ChatTurn> {
  if (files.length === 0) return { role, text }
  const pictures = files.filter(({ kind, isSent }) => kind === 'picture' && isSent)
  const [blocks, shown] = await Promise.all([
    Promise.all(files.map((file) => blockOf(bucket, file))),
    Promise.all(pictures.map((file) => pictureOf(bucket, file)))
  ])
  return { role, text: [...blocks, text].join('\n\n'), ...(shown.length > 0 && { pictures: shown }) }
}

/** The turns as a provider gets them. @throws AttachmentLost for a file that is gone or does not come, or what R2 threw */
export async function withTheirFiles(bucket: Bucket, turns: readonly SentTurn[]): Promise<ChatTurn[]> {
  const late = Promise.withResolvers<never>()
  const timer = setTimeout(() => late.reject(new AttachmentLost()), readingMaxMs)
  try {
    return await Promise.race([Promise.all(turns.map((turn) => turnOf(bucket, turn))), late.promise])
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
  /** The instruction of the conversation. */
  instruction: string
}

const systemOf = ({ about, instruction }: Wishes): string =>
  [
    systemPrompt,
    about && `Пользователь сообщил о себе (учитывай, когда это уместно, и не пересказывай без нужды):\n${about}`,
    instruction && `Роль и правила, которые пользователь задал для этой беседы:\n${instruction}`
  ]
    .filter(Boolean)
    .join('\n\n')

/** The request to the provider. The price and the user's id are left out; `userTag` is a hash. */
export function chatRequestOf(request: AnswerRequest, turns: ChatTurn[], wishes: Wishes): ChatRequest {
  const { userTag, upstream, webSearch, showsThinking, helpTask } = request
  const { model, outputTokensMax, effort } = upstream
  return {
    model,
    turns,
    system: helpTask ? helpInstruction(helpTask) : systemOf(wishes),
    outputTokensMax,
    userTag,
    ...(effort && { effort }),
    ...(webSearch && { searchesMax }),
    ...(showsThinking && { showsThinking })
  }
}

/**
 * A server error before anything has come is retried once: nothing was delivered and the provider bills nothing. A search
 * is billed, and the user would see the thinking twice.
 */
const attemptsMax = 2

export interface RunResult {
  end: StreamEnd
  usage: ChatUsage | null
  upstreamModel: string | null
  /** How often the provider was called. */
  attempts: number
  /** Searches of the web that were done. */
  searches: number
  /** How the last call failed, if it did. */
  failed?: ProviderFailure
}

type Attempt = Omit<RunResult, 'attempts' | 'searches'>

function failureOf(failure: ProviderFailure): AnswerFailure {
  if (failure.kind === 'unpaid' || failure.kind === 'unauthorized') return { code: 'UNAVAILABLE' }
  if (failure.kind !== 'busy') return { code: 'PROVIDER_FAILED' }
  return {
    code: 'PROVIDER_BUSY',
    ...(failure.retryAfterSeconds === null ? {} : { retryAfterSeconds: failure.retryAfterSeconds })
  }
}

const endedWith = (end: StreamEnd): Attempt => ({ end, usage: null, upstreamModel: null })

/** Runs one call. @returns how it ended, or the failure */
async function attempt(
  provider: ChatProvider,
  request: ChatRequest,
  signal: AbortSignal,
  take: (piece: ChatPiece) => void
): Promise<Attempt | ProviderFailure> {
  try {
    for await (const event of provider.stream(request, signal)) {
      if (event.type === 'end') {
        const { reason, usage, upstreamModel } = event
        return { end: { kind: 'finished', reason }, usage, upstreamModel }
      }
      take(event)
    }
    throw new Error('A provider stream ended without an end event')
  } catch (error) {
    if (signal.aborted) return endedWith({ kind: 'stopped' })
    if (error instanceof ProviderFailure) return error
    report(request.userTag, { event: 'answer-bug', error: nameOf(error) })
    return endedWith({ kind: 'failed', failure: { code: 'PROVIDER_FAILED' } })
  }
}

/** The stored form of a piece; null: it is not stored. */
function chunkOf(piece: ChatPiece): Chunk | null {
  switch (piece.type) {
    case 'text':
      return piece.text
    case 'thinking':
      return { thinking: piece.text }
    case 'source':
      return { source: { url: piece.url, title: piece.title } }
    case 'search':
      return null
    default:
      return piece satisfies never
  }
}

/**
 * Streams an answer into `append`. Never throws: a provider failure, a stop (`signal` aborted) and a bug are returned
 * as the way the answer ended, because each of them has its own price.
 */
export async function runAnswer(
  provider: ChatProvider,
  request: ChatRequest,
  signal: AbortSignal,
  append: (chunk: Chunk) => void
): Promise<RunResult> {
  let delivered = false
  let searches = 0
  const take = (piece: ChatPiece) => {
    delivered ||= !('text' in piece) || piece.text !== ''
    if (piece.type === 'search') searches += 1
    const chunk = chunkOf(piece)
    if (chunk !== null && chunk !== '') append(chunk)
  }
  for (let attempts = 1; ; attempts++) {
    const ended = await attempt(provider, request, signal, take)
    if (!(ended instanceof ProviderFailure)) return { ...ended, attempts, searches }
    const mayRepeat = ended.kind === 'server' && !delivered && attempts < attemptsMax && !signal.aborted
    if (mayRepeat) continue
    return { ...endedWith({ kind: 'failed', failure: failureOf(ended) }), attempts, searches, failed: ended }
  }
}
