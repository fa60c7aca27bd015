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
/** A shorter part of a document would be useless to the model. */
const excerptLengthMin = 500

export interface Turn {
  role: 'user' | 'assistant'
  text: string
  /** The files of a request. */
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
 */
export function newestThatFit(turns: readonly Turn[], besideLength = 0): Turn[] {
  const kept: Turn[] = []
  let length = besideLength
  for (const turn of answered(turns.slice(-contextMessagesMax)).toReversed()) {
    length += turn.text.length
    if (length > contextLengthMax) break
    kept.unshift(turn)
  }
  return kept
}

/**
 * The newest earlier turns that fit, oldest first, followed by the prompt. The first turn is always the user's, and
 * consecutive turns of one side are joined, because providers expect the sides to alternate.
 * @param besideLength characters of the instructions: they leave less room for the turns, so the request costs no more
 */
export function contextOf(
  earlier: readonly Turn[],
  prompt: string,
  { files = [], besideLength = 0 }: { files?: readonly AttachedFile[]; besideLength?: number } = {}
): SentTurn[] {
  const kept = newestThatFit(earlier, besideLength)
  while (kept[0]?.role === 'assistant') kept.shift()
  const asked = { role: 'user', text: prompt, ...(files.length > 0 && { files: files.map(whole) }) } as const
  return joinSides([...withFiles(kept, pictureBytes(files), besideLength), asked])
}

const whole = (file: AttachedFile): SentFile => ({ ...file, sentLength: file.textLength, isSent: true })

const pictureBytes = (files: readonly AttachedFile[]): number =>
  files.reduce((sum, { kind, size }) => sum + (kind === 'picture' ? size : 0), 0)

/**
 * A user pays for files only with the question that has them. So the files of earlier turns only get the part of the bound that the
 * texts of the turns leave, the newest first: pictures whole, documents from their beginning; of the rest, the names.
 */
function withFiles(turns: readonly Turn[], askedBytes: number, besideLength: number): SentTurn[] {
  let lengthLeft = contextLengthMax - besideLength - turns.reduce((sum, { text }) => sum + text.length, 0)
  let bytesLeft = questionLimits.pictureBytesMax - askedBytes
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
