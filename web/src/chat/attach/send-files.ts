// Sends chosen files to the server, each by itself. What has arrived goes into the draft.
import { addAttachment, attachmentBodyType } from '#contract/attachments.ts'
import { filesFlawTexts } from '#contract/catalogue/files-flaws.ts'
import { attachmentLimits, questionLimits } from '#contract/catalogue/attachments.ts'
import { endingOf } from '#contract/cut-text.ts'
import { errorText } from '../../base/http/error-text.ts'
import { dataOf } from '../../base/http/transport.ts'
import { parseOutput } from '../../base/http/parse-output.ts'
import { ApiError } from '../../base/session/client.ts'
import { uploadFile } from '../../base/session/upload.ts'
import { newOperationId } from '../../base/storage/operation-id.ts'
import { notify } from '../../base/ui/notify.ts'
import { RefusedFile } from '../../media/upload/file/chosen-file.ts'
import type { DraftBox } from '../draft/draft-box.ts'
import { prepareFile } from './prepare-file.ts'
import { setFile } from './draft-files.ts'
import { type Upload, uploads, uploadsOf } from './uploads.ts'

const { nameLengthMax } = attachmentLimits

/** Attaches as many of the files as a question may have. */
export function attachFiles(box: DraftBox, files: readonly File[]) {
  const free = questionLimits.files - box.draft().files.length - uploadsOf(box.key).length
  if (files.length > free) notify.error(filesFlawTexts.count)
  for (const file of files.slice(0, Math.max(0, free))) void send(box, file, newOperationId())
}

const setUploads = (draftKey: string, list: readonly Upload[]) =>
  uploads.setState(new Map(uploads.getState()).set(draftKey, list), true)

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

async function send(box: DraftBox, file: File, key: string): Promise<void> {
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
      dropUpload(box.key, key)
    }
  }
  const tell = (news: Partial<Upload>) => {
    if (!abort.signal.aborted) putUpload(box.key, { ...upload, ...news })
  }
  tell({})
  try {
    const body = await prepareFile(file)
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
    dropUpload(box.key, key)
    setFile(box, attachment)
  } catch (error) {
    tell({ error: textOf(error), retry: mayHelp(error) ? () => void send(box, file, key) : null })
  }
}

const textOf = (error: unknown): string =>
  error instanceof RefusedFile ? error.message : errorText(error, 'Не удалось загрузить файл')

/** What the server refuses for good, it refuses again. */
const mayHelp = (error: unknown): boolean =>
  !(error instanceof RefusedFile) && !(error instanceof ApiError && error.code === 'VALIDATION_FAILED')
