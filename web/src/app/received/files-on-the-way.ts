// Files that another app has shared, on their way to the server.
import { useEffect, useRef } from 'react'
import type { Attachment } from '#contract/attached-file.ts'
import { uploadStore, uploadsOf } from '../../chat/attach/attaching.tsx'
import { sendFile } from '../../chat/attach/send-files.ts'

/** Under which their uploads are kept, beside those of the composers. */
export const receivedKey = 'received'

interface Wanted {
  files: readonly File[]
  /** Takes each that the server has. @throws why it cannot */
  take: (sent: Attachment) => void | Promise<void>
}

/**
 * Sends files. Resolves to what has arrived when none is on its way: one that failed stays until it is sent again or taken away.
 */
export function sendAll({ files, take }: Wanted): Promise<Attachment[]> {
  const sent: Attachment[] = []
  const takeOne = async (one: Attachment) => {
    await take(one)
    sent.push(one)
  }
  for (const file of files) sendFile({ key: receivedKey, take: takeOne }, file)
  return new Promise((resolve) => {
    const check = () => {
      if (uploadsOf(receivedKey).length > 0) return
      stop()
      resolve(sent)
    }
    const stop = uploadStore.subscribe(check)
    check()
  })
}

/** Whether the page that has sent files is still shown: who leaves it takes the rest along. */
export function useOwnPage(): () => boolean {
  const isShown = useRef(true)
  useEffect(() => {
    isShown.current = true
    return () => {
      isShown.current = false
      for (const { cancel } of uploadsOf(receivedKey)) cancel()
    }
  }, [])
  return () => isShown.current
}
