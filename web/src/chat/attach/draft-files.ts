// The files of a draft: what has arrived at the server.
import { useEffect } from 'react'
import { useQueries } from '@tanstack/react-query'
import type { Attachment } from '#contract/attached-file.ts'
import { questionLimits } from '#contract/catalogue/attachments.ts'
import { readAttachment, removeAttachment } from '#contract/attachments.ts'
import { pageEvent } from '../../base/storage/page-store.ts'
import { attachmentKey } from '../../base/http/query-keys.ts'
import { isNotFound } from '../../base/http/api-error.ts'
import { call } from '../../base/session/client.ts'
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

/** The server deletes an unused file after a day anyway. A file that was sent before is deleted with its chat. */
export function removeFile(box: DraftBox, { id }: Attachment) {
  dropFile(box, id)
  void call(removeAttachment, { id }).catch(() => undefined)
}

/** A request's files are to be put into the composer that is on the page. */
export const attachAgain = pageEvent<readonly Attachment[]>()

/** Adds files that were sent before, as far as there is room. */
export function addSent(box: DraftBox, files: readonly Attachment[]) {
  for (const file of files) if (box.draft().files.length < questionLimits.files) setFile(box, file)
}

// Keeps the files of a draft up to date: whether their text is read, and links that expire. What is gone leaves the draft.

const pollMs = 1000
/** Less than a link lasts. */
const freshMs = 20 * 60_000

/** What the server knows of a file; null when it is gone. */
async function read(id: string): Promise<Attachment | null> {
  try {
    return (await call(readAttachment, { id })).attachment
  } catch (error) {
    if (isNotFound(error)) return null
    throw error
  }
}

export function useFileStates(box: DraftBox, files: readonly Attachment[]) {
  const results = useQueries({
    queries: files.map((file) => ({
      queryKey: attachmentKey(file.id),
      queryFn: () => read(file.id),
      staleTime: freshMs,
      // Also when they return into the composer: the server may have refused one that is gone.
      refetchOnMount: 'always' as const,
      refetchInterval: ({ state }: { state: { data?: Attachment | null | undefined } }) =>
        (state.data === undefined ? file : state.data)?.state === 'waiting' ? pollMs : false
    }))
  })
  const found = results.map(({ data }) => data)
  useEffect(() => {
    for (const [index, data] of found.entries()) {
      const file = files[index]
      if (!file || data === undefined) continue
      if (data === null) dropFile(box, file.id)
      else if (data.state !== file.state || data.url !== file.url) setFile(box, data)
    }
  })
}

/** The link of a file that was sent, made anew when it has expired. */
export const freshUrl = async ({ id }: Attachment): Promise<string | null> => (await read(id))?.url ?? null
