// A file that was attached to a question, as the turns of a conversation carry it: its description, never its bytes. Pure.
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
  /** Set for the result of a job, which the user has not attached. Its user may delete it at any time. */
  result?: { jobId: string; index: number }
}

/** A file of a turn, and how much of it the model is sent. */
export interface SentFile extends AttachedFile {
  /** Characters from the beginning of its text; 0: the model gets the name only. Not for a picture, which is sent whole or not at all. */
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

/** The result of a reader is checked against bounds, because the reader may have read a hostile file. */
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
 * Per user: as many as three questions can have. Each occupies a reader, a hostile one for half a minute.
 */
export const documentsRule: BucketRule = { key: 'documents', limit: 30, windowMs: 15 * 60 * 1000 }
export const manyDocumentsText = 'Слишком много документов подряд. Продолжите через несколько минут'

/**
 * How many attempts to read a file's text are made: more than one, because a reader may die of another file. An attempt counts from its
 * start, so that a file which kills its reader is given up. When the queue's consumer dies too, the row waits for its lease.
 */
export const readingAttemptsMax = 2
export const readingMaxMs = 40_000
/** The time that a dead reader needs to restart; the lease lasts longer than this and an attempt. */
export const readerAwaitedMs = 20_000
/** For so long after the upload, attempts do not count while no reader is available. */
export const readerAbsentMaxMs = 60 * 60 * 1000
export const readerAbsentPauseMs = 60_000
/** The pause before the next attempt. Random, so that two files of one dead reader are not read together again. @param chance 0 to 1 */
export const readingPauseMs = (chance: number): number => 1000 * (3 + Math.round(chance * 10))
export const readingLeaseMs = 90_000
