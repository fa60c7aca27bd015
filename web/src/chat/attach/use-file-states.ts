// Keeps the files of a draft up to date: whether their text is read, and links that expire. What is gone leaves the draft.
import { useEffect } from 'react'
import { useQueries } from '@tanstack/react-query'
import type { Attachment } from '#contract/attached-file.ts'
import { readAttachment } from '#contract/attachments.ts'
import { attachmentKey } from '../../base/http/query-keys.ts'
import { isNotFound } from '../../base/http/api-error.ts'
import { call } from '../../base/session/client.ts'
import type { DraftBox } from '../draft/draft-box.ts'
import { dropFile, setFile } from './draft-files.ts'

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
