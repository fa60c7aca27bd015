// A file that was attached to a question, as the model's turns carry it: what it is, never its bytes. Pure.
import type { AttachmentKind } from '#contract/catalogue/attachments.ts'

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
  unknown: 'Такой документ не поддерживается. Подойдут PDF, DOCX и текстовые файлы',
  'too-heavy': 'Файл слишком сложный, прочитать его не удалось. Сохраните его проще или разделите на части'
} as const
export type AttachmentFailure = keyof typeof attachmentFailures

/** Media types of documents. */
export const documentTypes = {
  pdf: 'application/pdf',
  docx: 'application/vnd.openxmlformats-officedocument.wordprocessingml.document'
} as const

/** The text of a document, or why there is none. */
export type Reading = { text: string } | { failure: AttachmentFailure }

/** A file that was not sent with a question is kept for a day, and a little longer for an answer that runs. */
export const unsentKeptMs = 24 * 60 * 60 * 1000
export const unsentGraceMs = 60 * 60 * 1000

/**
 * How often a file's text is tried to be read: more than once, because a reader may die of another file. An attempt counts from its begin,
 * so that a file which kills its reader is given up. When its consumer died as well, the row waits for its lease.
 */
export const readingAttemptsMax = 2
export const readingMaxMs = 40_000
/** Until a reader that died is there again. */
export const readerAbsentMaxMs = 20_000
/** Before the next attempt. By chance, so that two files which one reader died of do not meet again. @param chance 0 to 1 */
export const readingPauseMs = (chance: number): number => 1000 * (3 + Math.round(chance * 10))
export const readingLeaseMs = 90_000
