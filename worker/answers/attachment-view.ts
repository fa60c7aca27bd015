// Attached files as the API shows them.
import type { Attachment } from '#contract/attached-file.ts'
import { attachmentLink } from '#data/files/attachment-files.ts'
import type { AttachmentRow } from '#data/history/attachments.ts'
import type { LinkSettings } from '#data/files/signed-link.ts'
import { type AttachedFile, attachmentFailures } from '#domain/attachment.ts'

export const attachmentView = (row: AttachmentRow, settings: LinkSettings, now: number): Attachment => ({
  id: row.id,
  name: row.name,
  kind: row.kind,
  type: row.mediaType,
  size: row.sizeBytes,
  width: row.width,
  height: row.height,
  state: row.state,
  failure: row.failure && attachmentFailures[row.failure],
  inputTokens: row.inputTokens,
  url: attachmentLink(settings, row.id, now)
})

/** The files of a request, which were ready when it was sent. */
export const viewFiles =
  (settings: LinkSettings, now: number) =>
  (files: readonly AttachedFile[]): Attachment[] =>
    files.map(({ textLength: _textLength, ...file }) => ({
      ...file,
      state: 'ready',
      failure: null,
      url: attachmentLink(settings, file.id, now)
    }))
