// The part of a conversation that the model sees. Bounded in characters and in messages, so that neither a long chat
// nor a long message makes a request cost more than its price. The oldest turns are dropped first.

import { questionLimits } from '#contract/catalogue/attachments.ts'
import type { AttachedFile, SentFile } from './attachment.ts'

/** Characters of earlier turns sent along with a prompt: roughly 8,000 tokens of Russian. */
export const contextLengthMax = 24_000
/** Messages of earlier turns sent along with a prompt. */
export const contextMessagesMax = 40
/** How many characters a picture of an earlier turn counts as: at least as much input as the picture. */
const pictureLength = 12_000
/** So many of the newest pictures of cards are told of at all. */
const cardPicturesMax = 4
/** A shorter part of a document would be useless to the model. */
const excerptLengthMin = 500
/** What the platform's own instructions take. */
const instructionTokens = 1000
/** A UTF-16 unit of text has at most so many bytes. */
const unitBytesMax = 3

const encoder = new TextEncoder()
const bytesOf = (text: string): number => encoder.encode(text).length

/** What of a model's context a request takes besides the earlier turns. */
interface Taken {
  /** Of the model; null: not known. */
  contextTokens: number | null
  outputTokensMax: number
  prompt: string
  files: readonly AttachedFile[]
  /** Characters of the user's instructions. */
  besideLength: number
}

/**
 * How many bytes of earlier turns a model with a small context has room for. A token has at least one byte, so that many bytes are
 * never too many tokens, in no language and with no tokenizer.
 */
export function roomOf({ contextTokens, outputTokensMax, prompt, files, besideLength }: Taken): number {
  if (contextTokens === null) return Infinity
  const ofFiles = files.map(({ kind, textLength, inputTokens }) =>
    kind === 'picture' ? inputTokens : textLength * unitBytesMax
  )
  const taken = ofFiles.reduce((sum, one) => sum + one, bytesOf(prompt) + besideLength * unitBytesMax)
  return Math.max(0, contextTokens - outputTokensMax - instructionTokens - taken)
}

export interface Turn {
  role: 'user' | 'assistant'
  text: string
  /** The files of a request; of a card the pictures, which the next request of the user carries to the model. */
  files?: AttachedFile[] | undefined
}

/** The part of a turn that the model gets. */
export interface SentTurn extends Omit<Turn, 'files'> {
  files?: SentFile[] | undefined
}

/**
 * Without the questions that got no answer text. A moderated or failed question that is sent along with the next one would make
 * that one fail as well.
 */
const answered = (turns: readonly Turn[]): Turn[] =>
  turns.filter(({ role, text }, index) => {
    const next = turns[index + 1]
    return text !== '' && !(role === 'user' && next?.role === 'assistant' && next.text === '')
  })

/**
 * The newest turns that fit, oldest first, without those that ended without text.
 * @param besideLength characters that are sent beside them
 * @param bytesMax for which the model has room
 */
export function newestThatFit(turns: readonly Turn[], besideLength = 0, bytesMax = Infinity): Turn[] {
  const kept: Turn[] = []
  let length = besideLength
  let bytes = 0
  for (const turn of answered(turns.slice(-contextMessagesMax)).toReversed()) {
    length += turn.text.length
    if (bytesMax < Infinity) bytes += bytesOf(turn.text)
    if (length > contextLengthMax || bytes > bytesMax) break
    kept.unshift(turn)
  }
  return kept
}

/** What the model of a request takes. */
export interface ModelBounds {
  /** Absent or null: not known, and then the usual bound counts alone. */
  contextTokens?: number | null
  outputTokensMax?: number
  /** Absent: it sees them. */
  seesPictures?: boolean
}

/**
 * The newest earlier turns that fit, oldest first, followed by the prompt. The first turn is always the user's, and
 * consecutive turns of one side are joined, because providers expect the sides to alternate.
 * @param besideLength characters of the instructions: they leave less room for the turns, so the request costs no more
 */
export function contextOf(
  earlier: readonly Turn[],
  prompt: string,
  {
    files = [],
    besideLength = 0,
    model: { contextTokens = null, outputTokensMax = 0, seesPictures = true } = {}
  }: { files?: readonly AttachedFile[]; besideLength?: number; model?: ModelBounds } = {}
): SentTurn[] {
  const bytesMax = roomOf({ contextTokens, outputTokensMax, prompt, files, besideLength })
  const kept = newestThatFit(earlier, besideLength, bytesMax)
  while (kept[0]?.role === 'assistant') kept.shift()
  const asked = { role: 'user', text: prompt, ...(files.length > 0 && { files: files.map(whole) }) } as const
  const bytesLeft = bytesMax - kept.reduce((sum, { text }) => sum + (bytesMax < Infinity ? bytesOf(text) : 0), 0)
  const room = {
    length: Math.min(lengthLeftBy(kept, besideLength), Math.floor(bytesLeft / unitBytesMax)),
    pictureBytes: seesPictures ? questionLimits.pictureBytesMax - pictureBytes(files) : 0
  }
  return joinSides(withCarriedPictures([...withFiles(kept, room), asked]))
}

const lengthLeftBy = (turns: readonly Turn[], besideLength: number): number =>
  contextLengthMax - besideLength - turns.reduce((sum, { text }) => sum + text.length, 0)

const whole = (file: AttachedFile): SentFile => ({ ...file, sentLength: file.textLength, isSent: true })

const pictureBytes = (files: readonly AttachedFile[]): number =>
  files.reduce((sum, { kind, size }) => sum + (kind === 'picture' ? size : 0), 0)

/**
 * A user pays for files only with the question that has them. So the files of earlier turns only get the part of the bound that the
 * texts of the turns leave, the newest first: pictures whole, documents from their beginning; of the rest, the names.
 */
function withFiles(turns: readonly Turn[], room: { length: number; pictureBytes: number }): SentTurn[] {
  let lengthLeft = room.length
  let bytesLeft = room.pictureBytes
  const sent = (file: AttachedFile): SentFile => {
    if (file.kind === 'picture') {
      const isSent = lengthLeft >= pictureLength && bytesLeft >= file.size
      if (isSent) {
        lengthLeft -= pictureLength
        bytesLeft -= file.size
      }
      return { ...file, sentLength: 0, isSent }
    }
    const sentLength = lengthLeft < excerptLengthMin ? 0 : Math.min(file.textLength, lengthLeft)
    lengthLeft -= sentLength
    return { ...file, sentLength, isSent: sentLength > 0 }
  }
  return turns
    .toReversed()
    .map((turn) => ({ ...turn, files: turn.files?.map(sent) }))
    .toReversed()
}

/** Suppliers take pictures from the user alone: those of a card go with the user's next turn, the newest of them. */
function withCarriedPictures(turns: readonly SentTurn[]): SentTurn[] {
  const pictures = turns.flatMap(({ role, files = [] }) => (role === 'assistant' ? files : []))
  const newest = new Set(pictures.slice(-cardPicturesMax))
  let carried: SentFile[] = []
  return turns.map(({ files = [], ...turn }) => {
    if (turn.role === 'assistant') {
      carried.push(...files.filter((file) => newest.has(file)))
      return turn
    }
    const all = [...carried, ...files]
    carried = []
    return { ...turn, ...(all.length > 0 && { files: all }) }
  })
}

function joinSides(turns: readonly SentTurn[]): SentTurn[] {
  const joined: SentTurn[] = []
  for (const { role, text, files } of turns) {
    const last = joined.at(-1)
    const all = [...((last?.role === role && last.files) || []), ...(files ?? [])]
    const turn = {
      role,
      text: last?.role === role ? `${last.text}\n\n${text}` : text,
      ...(all.length > 0 && { files: all })
    }
    if (last?.role === role) joined.pop()
    joined.push(turn)
  }
  return joined
}
