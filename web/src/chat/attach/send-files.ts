// Sends chosen files to the server, each by itself. What has arrived goes into the draft.
import type { Attachment } from '#contract/attached-file.ts'
import { addAttachment, attachmentBodyType } from '#contract/attachments.ts'
import { filesFlawTexts } from '#contract/catalogue/files-flaws.ts'
import { attachmentLimits, questionLimits } from '#contract/catalogue/attachments.ts'
import { endingOf } from '#contract/cut-text.ts'
import { chosenPictureBytesMax, uploadPixelsMax } from '#contract/catalogue/picture-limits.ts'
import { documentHeadBytes, documentKindOf, oldOfficeText } from '#contract/document-kinds.ts'
import { errorText } from '../../base/http/error-text.ts'
import { dataOf } from '../../base/http/transport.ts'
import { parseOutput } from '../../base/http/parse-output.ts'
import { ApiError } from '../../base/session/client.ts'
import { newOperationId } from '../../base/storage/operation-id.ts'
import { notify } from '../../base/ui/notify.ts'
import { RefusedFile } from '../../media/upload/file/chosen-file.ts'
import { readStructure, redraw, scaled, shrink, tooLarge, wellFormed } from '../../media/upload/file/picture.ts'
import { mediaTypeOf } from '../../media/upload/read-upload.ts'
import { uploadFile, UploadStalled } from '../../media/upload/send-bytes.ts'
import type { DraftBox } from '../draft/draft-box.ts'
import { setFile } from './draft-files.ts'
import { type Upload, uploadStore, uploadsOf } from './attaching.tsx'

const { nameLengthMax } = attachmentLimits

/** Attaches as many of the files as a question may have. @param noPictures why no pictures are taken; null: they are */
export async function attachFiles(box: DraftBox, chosen: readonly File[], noPictures: string | null): Promise<void> {
  const files = noPictures === null ? chosen : await withoutPictures(chosen)
  if (noPictures !== null && files.length < chosen.length) notify.error(noPictures)
  const free = questionLimits.files - box.draft().files.length - uploadsOf(box.key).length
  if (files.length > free) notify.error(filesFlawTexts.count)
  for (const file of files.slice(0, Math.max(0, free)))
    sendFile({ key: box.key, take: (sent) => setFile(box, sent) }, file)
}

/** An unreadable file stays: the list of files says what is wrong with it. */
export async function withoutPictures(files: readonly File[]): Promise<File[]> {
  const types = await Promise.all(files.map((file) => typeOf(file).catch(() => null)))
  return files.filter((_, index) => !types[index]?.isPicture)
}

const setUploads = (draftKey: string, list: readonly Upload[]) =>
  uploadStore.setState(new Map(uploadStore.getState()).set(draftKey, list), true)

/** Adds an upload, or replaces the one with its key. */
function putUpload(draftKey: string, upload: Upload) {
  const list = uploadsOf(draftKey)
  const isKnown = list.some(({ key }) => key === upload.key)
  setUploads(draftKey, isKnown ? list.map((one) => (one.key === upload.key ? upload : one)) : [...list, upload])
}

const dropUpload = (draftKey: string, key: string) =>
  setUploads(
    draftKey,
    uploadsOf(draftKey).filter((one) => one.key !== key)
  )

/** Pasted pictures have no name of their own. */
const nameOf = ({ name }: File): string => endingOf(name || 'Картинка', nameLengthMax)

/** Where a file goes. */
export interface FilesPlace {
  /** Under which its uploads are. */
  key: string
  /** Takes what the server has. @throws ApiError why it cannot: the upload then says so */
  take: (sent: Attachment) => void | Promise<void>
}

export const sendFile = (to: FilesPlace, file: File): void => void send(to, file, newOperationId())

async function send(to: FilesPlace, file: File, key: string): Promise<void> {
  const abort = new AbortController()
  const upload: Upload = {
    key,
    name: nameOf(file),
    size: file.size,
    progress: 0,
    error: null,
    retry: null,
    cancel: () => {
      abort.abort()
      dropUpload(to.key, key)
    }
  }
  const tell = (news: Partial<Upload>) => {
    if (!abort.signal.aborted) putUpload(to.key, { ...upload, ...news })
  }
  tell({})
  try {
    const body = await prepareFile(file)
    abort.signal.throwIfAborted()
    const response = await uploadFile(addAttachment.path, {
      body,
      signal: abort.signal,
      headers: {
        'content-type': attachmentBodyType,
        'x-file-name': encodeURIComponent(upload.name.toWellFormed()),
        'idempotency-key': key
      },
      onProgress: (progress) => tell({ progress })
    })
    const { attachment } = parseOutput(addAttachment, await dataOf(response))
    if (abort.signal.aborted) return
    // A file of a draft changes its place at once.
    const taking = to.take(attachment)
    if (taking) await taking
    dropUpload(to.key, key)
  } catch (error) {
    tell({ error: textOf(error), retry: mayHelp(error) ? () => void send(to, file, key) : null })
  }
}

function textOf(error: unknown): string {
  if (error instanceof UploadStalled) return 'Загрузка остановилась: связь не отвечает'
  return error instanceof RefusedFile ? error.message : errorText(error, 'Не удалось загрузить файл')
}

/** What the server refuses for good, it refuses again. */
const mayHelp = (error: unknown): boolean =>
  !(error instanceof RefusedFile) && !(error instanceof ApiError && error.code === 'VALIDATION_FAILED')

// Checks a chosen file, and makes pictures into what every model takes: PNG or JPEG, small enough, and upright.

const { bytesMax, pictureSideMax } = attachmentLimits

const unreadableText = 'Не удалось прочитать файл'
const undrawableText = 'Браузер не смог открыть картинку. Сохраните её как JPEG или PNG и приложите снова'

/** What a file is by its first bytes. Throws `RefusedFile`. */
async function typeOf(file: File) {
  const head = await file
    .slice(0, documentHeadBytes)
    .arrayBuffer()
    .catch(() => {
      // A folder, or a file that was moved after it was chosen.
      throw new RefusedFile(unreadableText)
    })
  const bytes = new Uint8Array(head)
  const type = mediaTypeOf(bytes) ?? file.type
  return { bytes, type, isPicture: type.startsWith('image/') && type !== 'image/svg+xml' }
}

/** The bytes to send. Throws `RefusedFile`. */
export async function prepareFile(file: File): Promise<Blob> {
  const { bytes, type, isPicture } = await typeOf(file)
  if (file.size === 0) throw new RefusedFile('Файл пуст')
  if (isPicture) return preparePicture(file, type)
  const kind = documentKindOf(bytes)
  if (kind === 'old-office') throw new RefusedFile(oldOfficeText)
  const max = kind ? bytesMax.document : bytesMax.text
  if (file.size > max) throw tooLarge(max)
  return file
}

async function preparePicture(file: File, type: string): Promise<Blob> {
  if (file.size > chosenPictureBytesMax) throw tooLarge(chosenPictureBytesMax)
  const isTaken = type === 'image/png' || type === 'image/jpeg'
  const structure = await readStructure(new Uint8Array(await file.arrayBuffer()), type)
  const isSmall = structure !== null && Math.max(structure.width, structure.height) <= pictureSideMax
  // The server removes what the picture says about its maker, and turns it.
  if (isTaken && isSmall && file.size <= bytesMax.picture) return file
  if (structure && structure.width * structure.height > uploadPixelsMax) throw new RefusedFile(undrawableText)
  const bitmap = await createImageBitmap(wellFormed(file, type, structure), { imageOrientation: 'from-image' }).catch(
    () => {
      throw new RefusedFile(undrawableText)
    }
  )
  try {
    const scale = Math.min(1, pictureSideMax / Math.max(bitmap.width, bitmap.height))
    // Drawings keep their sharp edges as PNG where that is small enough; everything else becomes JPEG on white.
    const wanted = {
      type: type === 'image/jpeg' ? type : 'image/png',
      bytesMax: bytesMax.picture,
      mayBeJpeg: true
    }
    const drawn = await shrink(scaled(bitmap, scale), (size) => redraw(bitmap, wanted, size))
    if (!drawn) throw new RefusedFile(undrawableText)
    return drawn.file
  } finally {
    bitmap.close()
  }
}
