// What of a project's files goes with a question, and what it adds to the price: the rule that tells the price before the question and
// the one that admits it are this one. Pure.
import { questionLimits, surchargeOf } from '#contract/catalogue/attachments.ts'
import { documentTypes } from '#contract/document-kinds.ts'
import type { ProjectSending } from '#contract/projects.ts'
import type { AttachedFile } from './attachment.ts'
import { contextLengthMax, roomOf } from './conversation-context.ts'

/** Passages of a question together: three tokens of ours, and about 16,000 characters of Russian. */
export const passagesTokensMax = 9000
export const passagesMax = 12
/** Characters of all passages of a question with their labels, and the least that is worth a search. */
const passagesLengthMax = 16_000
const passagesLengthMin = 1500
/** What is said with them, in bytes: what they are, and of a file its name of 200 characters. */
const noteBytes = 1500
const fileFrameBytes = 900
const unitBytesMax = 3
/** A label like «[стр. 1998–2000]» in bytes and as input, at most. */
const pageLabelBytes = 22
const pageLabelTokens = 11
/** So many labels of pages a text has in any case, and one more for so many characters. */
const pageLabelsMin = 20
const lengthPerPageLabel = 500
/** What stays for the turns before the question, in bytes: all that may be sent of them in Russian, or a part of a small context. */
const turnsBytesMax = 2 * contextLengthMax
const turnsShare = 1 / 3

/** A file of the project, as the history has it. */
export interface ProjectFile extends AttachedFile {
  state: 'waiting' | 'ready' | 'failed'
}

/** A project as a question of one of its chats finds it. */
export interface FoundProject {
  /** Empty: none. */
  instruction: string
  /** In the order in which models get them. */
  files: ProjectFile[]
}

/** What is sent of a project with one question. */
export interface ProjectPart extends ProjectSending {
  /** The files that are read: whole, or where passages are looked for. */
  files: AttachedFile[]
  /** What it takes of the model's context at most. */
  bytes: number
  /** Characters of all passages. */
  lengthMax: number
}

interface Question {
  /** Of the model; null: not known. */
  contextTokens: number | null
  outputTokensMax: number
  prompt: string
  /** The files of the question. */
  files: readonly AttachedFile[]
  /** Characters of the instructions. */
  besideLength: number
}

const nothing: ProjectPart = { kind: 'none', tokens: 0, files: [], bytes: 0, lengthMax: 0 }

const sumOf = <Item>(items: readonly Item[], of: (item: Item) => number): number =>
  items.reduce((sum, item) => sum + of(item), 0)

/** How many labels of pages the whole text of a file is sent with at most: they are counted before it is read. */
export const pageLabelsMax = ({ type, textLength }: AttachedFile): number =>
  type === documentTypes.pdf ? pageLabelsMin + Math.floor(textLength / lengthPerPageLabel) : 0

const bytesOf = (file: AttachedFile): number =>
  file.textLength * unitBytesMax + pageLabelsMax(file) * pageLabelBytes + fileFrameBytes

/** With the labels of its pages. */
const inputTokensOf = (file: AttachedFile): number => file.inputTokens + pageLabelsMax(file) * pageLabelTokens

/** Without what stays for the turns before the question: whether there are some is not known where the price is told. */
function roomOfFiles(question: Question): number {
  const room = roomOf(question)
  return room - Math.min(Math.floor(room * turnsShare), turnsBytesMax)
}

/**
 * All files that are read, while they fit; passages where they do not; nothing where the model has no room for those either. Passages
 * cost a fixed price, and never more than all of the files would: so a longer question never makes it dearer than was told.
 */
export function projectPartOf(found: readonly ProjectFile[], question: Question): ProjectPart {
  const files = found.filter(({ state, kind }) => state === 'ready' && kind !== 'picture')
  if (files.length === 0) return nothing
  const room = roomOfFiles(question)
  const bytes = noteBytes + sumOf(files, bytesOf)
  const inputTokens = sumOf(files, inputTokensOf)
  const isWhole =
    inputTokens + sumOf(question.files, (file) => file.inputTokens) <= questionLimits.inputTokensMax && bytes <= room
  if (isWhole) return { kind: 'all', tokens: surchargeOf([{ inputTokens }]), files, bytes, lengthMax: 0 }
  const lengthMax = Math.min(passagesLengthMax, Math.floor((room - noteBytes) / unitBytesMax))
  if (lengthMax < passagesLengthMin) return nothing
  return {
    kind: 'passages',
    tokens: Math.min(surchargeOf([{ inputTokens: passagesTokensMax }]), surchargeOf([{ inputTokens }])),
    files,
    bytes: lengthMax * unitBytesMax + noteBytes,
    lengthMax
  }
}
