// Detects what an attached file is, from its bytes alone, and decides what of it is stored.
import {
  type AttachmentKind,
  attachmentLimits,
  inputTokensOf,
  pictureInputTokens
} from '#contract/catalogue/attachments.ts'
import { megabytesWithin, uploadPixelsMax } from '#contract/catalogue/picture-limits.ts'
import { archiveType, documentKindOf, documentsTitle, documentTypes, oldOfficeText } from '#contract/document-kinds.ts'
import { attachmentFailures } from '#domain/attachment.ts'
import { checkImage } from '#formats/image-check.ts'
import { asciiAt } from '#formats/bytes.ts'
import { inspectSent, sourceOf } from '#formats/media-inspect.ts'
import { plainTextOf } from '#formats/plain-text.ts'
import { AppError } from '../http/errors.ts'

const texts = {
  unknown: `Такой файл не поддерживается. Подойдут PNG и JPEG, ${documentsTitle} и текстовые файлы`,
  picture: 'Картинка повреждена или её формат не поддерживается. Подойдут PNG и JPEG',
  animated: 'Анимация не поддерживается. Приложите обычную картинку',
  pixels: `Картинка слишком большая: не больше ${uploadPixelsMax / 1_000_000} Мп`
} as const

const refused = (msg: string) => new AppError('VALIDATION_FAILED', { text: msg, details: [{ path: 'file', msg }] })

/** The kind by the first bytes. A file with an unknown beginning may be text. */
export interface Guess {
  kind: AttachmentKind
  type: string
}

/** @throws AppError VALIDATION_FAILED for a file that is certainly not text */
export function guessKind(head: Uint8Array): Guess {
  const kind = documentKindOf(head)
  if (kind === 'old-office') throw refused(oldOfficeText)
  if (kind) return { kind: 'document', type: kind === 'archive' ? archiveType : documentTypes[kind] }
  const first = asciiAt(head, 0, head.length)
  if (first.startsWith('\x89PNG')) return { kind: 'picture', type: 'image/png' }
  if (first.startsWith('\xff\xd8\xff')) return { kind: 'picture', type: 'image/jpeg' }
  return { kind: 'text', type: 'text/plain' }
}

/** @param guess null: no byte is read yet, so the file may be of any kind. @throws AppError VALIDATION_FAILED */
export function expectSize(guess: Guess | null, sizeBytes: number): void {
  const limits = attachmentLimits.bytesMax
  const bytesMax = guess ? limits[guess.kind] : Math.max(...Object.values(limits))
  if (sizeBytes > bytesMax) throw refused(`Файл слишком большой: не больше ${megabytesWithin(bytesMax)}`)
}

export interface Checked {
  bytes: Uint8Array<ArrayBuffer>
  /** As it is seen, after a picture is turned the right way up. */
  width: number | null
  height: number | null
  textLength: number
  inputTokens: number
}

async function checkPicture(bytes: Uint8Array<ArrayBuffer>, { type }: Guess): Promise<Checked> {
  const facts = await inspectSent(sourceOf(bytes))
  if ((type !== 'image/png' && type !== 'image/jpeg') || facts?.type !== type || !facts.width || !facts.height)
    throw refused(texts.picture)
  // Before anything is decompressed.
  if (facts.width * facts.height > uploadPixelsMax) throw refused(texts.pixels)
  const checked = await checkImage(bytes, type)
  if (typeof checked === 'string') throw refused(checked === 'animated' ? texts.animated : texts.picture)
  return { ...checked, textLength: 0, inputTokens: pictureInputTokens }
}

function checkText(bytes: Uint8Array<ArrayBuffer>): Checked {
  const text = plainTextOf(bytes)
  if (text === null) throw refused(texts.unknown)
  if (text.trim() === '') throw refused(attachmentFailures.empty)
  if (text.length > attachmentLimits.textLengthMax) throw refused(attachmentFailures['too-long'])
  // Stored in UTF-8, as it is read later.
  return {
    bytes: new Uint8Array(new TextEncoder().encode(text)),
    width: null,
    height: null,
    textLength: text.length,
    inputTokens: inputTokensOf(text)
  }
}

/** A picture or a text, which are ready at once. @throws AppError VALIDATION_FAILED */
export const checkWhole = async (bytes: Uint8Array<ArrayBuffer>, guess: Guess): Promise<Checked> =>
  guess.kind === 'picture' ? checkPicture(bytes, guess) : checkText(bytes)
