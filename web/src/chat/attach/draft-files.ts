// The files of a draft: what has arrived at the server.
import type { Attachment } from '#contract/attached-file.ts'
import { attachmentLimits } from '#contract/catalogue/attachments.ts'
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

/** Puts files that were sent before into the draft, as far as there is room. */
export function attachAgain(box: DraftBox, files: readonly Attachment[]) {
  for (const file of files) if (box.draft().files.length < attachmentLimits.perQuestion) setFile(box, file)
}
