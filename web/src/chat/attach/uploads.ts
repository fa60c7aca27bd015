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
const uploads = pageStore<ReadonlyMap<string, readonly Upload[]>>(() => new Map())

export const uploadsOf = (draftKey: string): readonly Upload[] => uploads.getState().get(draftKey) ?? none

const setUploads = (draftKey: string, list: readonly Upload[]) =>
  uploads.setState(new Map(uploads.getState()).set(draftKey, list), true)

/** Adds an upload, or replaces the one with its key. */
export function putUpload(draftKey: string, upload: Upload) {
  const list = uploadsOf(draftKey)
  const known = list.some(({ key }) => key === upload.key)
  setUploads(draftKey, known ? list.map((one) => (one.key === upload.key ? upload : one)) : [...list, upload])
}

export const dropUpload = (draftKey: string, key: string) =>
  setUploads(
    draftKey,
    uploadsOf(draftKey).filter((one) => one.key !== key)
  )

export const useUploads = (draftKey: string): readonly Upload[] =>
  useSyncExternalStore(uploads.subscribe, () => uploadsOf(draftKey))
