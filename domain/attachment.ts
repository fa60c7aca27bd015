// A file that was attached to a question, as the model's turns carry it: what it is, never its bytes. Pure.
import { type AttachmentKind, attachmentLimits } from '#contract/catalogue/attachments.ts'
import { documentsTitle, documentTypes } from '#contract/document-kinds.ts'
import type { BucketRule } from './bucket.ts'

export interface AttachedFile {
  id: string
  name: string
  kind: AttachmentKind
  /** Media type. */
  type: string
  size: number
  width: number | null
  height: number | null
  /** Characters of its text; 0 for a picture. */
  textLength: number
  inputTokens: number
}

/** A file of a turn, and how much of it the model is sent. */
export interface SentFile extends AttachedFile {
  /** Characters from the beginning of its text; 0: only its name is told. Not of a picture, which is sent whole or not. */
  sentLength: number
  isSent: boolean
}

export const attachmentFailures = {
  empty: 'В файле нет текста. Если это скан, приложите его страницы картинками',
  'too-long': 'В файле слишком много текста: больше 300 000 символов',
  protected: 'Файл защищён паролем. Снимите защиту и приложите его снова',
  broken: 'Не удалось прочитать файл. Возможно, он повреждён',
  unknown: `Такой документ не поддерживается. Подойдут ${documentsTitle} и текстовые файлы`,
  'too-heavy': 'Файл слишком сложный, прочитать его не удалось. Упростите его или разделите на части'
} as const
export type AttachmentFailure = keyof typeof attachmentFailures

/** The text of a document and its media type, or why there is none. */
export type Reading = { text: string; type: string } | { failure: AttachmentFailure }

const knownTypes: ReadonlySet<string> = new Set(Object.values(documentTypes))

/** What a reader says is believed within bounds: it has read what a stranger wrote. */
export function believed(reading: Reading): Reading {
  if ('text' in reading) {
    if (!knownTypes.has(reading.type)) return { failure: 'broken' }
    return reading.text.length > attachmentLimits.textLengthMax ? { failure: 'too-long' } : reading
  }
  return Object.hasOwn(attachmentFailures, reading.failure) ? { failure: reading.failure } : { failure: 'broken' }
}

/** A file that was not sent with a question is kept for a day, and a little longer for an answer that runs. */
export const unsentKeptMs = 24 * 60 * 60 * 1000
export const unsentGraceMs = 60 * 60 * 1000

/**
 * Of a user: as many as three questions can have. Each keeps a reader busy, one that was made for it for half a minute.
 */
export const documentsRule: BucketRule = { key: 'documents', limit: 30, windowMs: 15 * 60 * 1000 }
export const manyDocumentsText = 'Слишком много документов подряд. Продолжите через несколько минут'

/**
 * How often a file's text is tried to be read: more than once, because a reader may die of another file. An attempt counts from its begin,
 * so that a file which kills its reader is given up. When its consumer died as well, the row waits for its lease.
 */
export const readingAttemptsMax = 2
export const readingMaxMs = 40_000
/** Until a reader that died is there again; the lease lasts longer than this and an attempt. */
export const readerAwaitedMs = 20_000
/** While there is no reader at all no attempt counts, for so long after the upload. */
export const readerAbsentMaxMs = 60 * 60 * 1000
export const readerAbsentPauseMs = 60_000
/** Before the next attempt. By chance, so that two files which one reader died of do not meet again. @param chance 0 to 1 */
export const readingPauseMs = (chance: number): number => 1000 * (3 + Math.round(chance * 10))
export const readingLeaseMs = 90_000
