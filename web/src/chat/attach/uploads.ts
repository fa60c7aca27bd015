// Files on their way to the server, by the draft that they are attached to. What has arrived is in the draft itself.
import { useSyncExternalStore } from 'react'
import { pageStore } from '../../base/storage/page-store.ts'

export interface Upload {
  /** The `Idempotency-Key`: trying again sends the same file. */
  key: string
  name: string
  size: number
  /** From 0 to 1. */
  progress: number
  /** Why it could not be attached; null while it is sent. */
  error: string | null
  /** Null when trying again cannot help. */
  retry: (() => void) | null
  cancel: () => void
}

const none: readonly Upload[] = []
/** Changed by send-files.ts alone. */
export const uploads = pageStore<ReadonlyMap<string, readonly Upload[]>>(() => new Map())

export const uploadsOf = (draftKey: string): readonly Upload[] => uploads.getState().get(draftKey) ?? none

export const useUploads = (draftKey: string): readonly Upload[] =>
  useSyncExternalStore(uploads.subscribe, () => uploadsOf(draftKey))
