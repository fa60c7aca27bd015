import { importConversation } from '#contract/import.ts'
import { pause } from '../../base/http/retry.ts'
import { ApiError, call } from '../../base/session/client.ts'
import type { FoundChat } from './chatgpt-export.ts'

export interface ImportProgress {
  /** Are there now. */
  done: number
  /** Of these, were there before. */
  known: number
  /** The server asks to wait: seconds. */
  waiting: number | null
}

/** Longer than this is no turn in a queue. */
const waitMaxSeconds = 120

/**
 * Sends conversations one after the other. Each is added once however often it is sent, so whoever stops may begin again.
 * @param already sources that are there, to which the added ones are added
 * @throws ApiError for the first that is refused; an abort as it is
 */
export async function runImport(
  chats: readonly FoundChat[],
  already: Set<string>,
  { signal, onProgress }: { signal: AbortSignal; onProgress: (progress: ImportProgress) => void }
): Promise<ImportProgress> {
  const progress: ImportProgress = { done: 0, known: 0, waiting: null }
  const tell = (change: Partial<ImportProgress>) => onProgress({ ...Object.assign(progress, change) })
  for (const { updatedAt: _, ...chat } of chats) {
    while (!already.has(chat.source)) {
      try {
        const { created } = await call(importConversation, chat, { signal })
        already.add(chat.source)
        if (!created) tell({ known: progress.known + 1 })
      } catch (error) {
        const seconds = error instanceof ApiError && error.code === 'RATE_LIMITED' ? error.retryAfter : undefined
        if (seconds === undefined || seconds > waitMaxSeconds) throw error
        tell({ waiting: seconds })
        await pause(seconds * 1000, signal)
      }
    }
    tell({ done: progress.done + 1, waiting: null })
  }
  return progress
}
