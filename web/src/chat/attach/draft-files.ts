// The files of a draft: what has arrived at the server.
import type { Attachment } from '#contract/attached-file.ts'
import { questionLimits } from '#contract/catalogue/attachments.ts'
import { pageEvent } from '../../base/storage/page-store.ts'
import type { DraftBox } from '../draft/draft-box.ts'

/** Adds a file, or replaces it by what the server says of it now. */
export function setFile(box: DraftBox, file: Attachment) {
  const draft = box.draft()
  const isKnown = draft.files.some(({ id }) => id === file.id)
  const files = isKnown ? draft.files.map((one) => (one.id === file.id ? file : one)) : [...draft.files, file]
  box.put({ ...draft, files })
}

export function dropFile(box: DraftBox, id: string) {
  const draft = box.draft()
  box.put({ ...draft, files: draft.files.filter((file) => file.id !== id) })
}

/** A request's files are to be put into the composer that is on the page. */
export const attachAgain = pageEvent<readonly Attachment[]>()

/** Adds files that were sent before, as far as there is room. */
export function addSent(box: DraftBox, files: readonly Attachment[]) {
  for (const file of files) if (box.draft().files.length < questionLimits.files) setFile(box, file)
}
