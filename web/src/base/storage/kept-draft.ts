import type { z } from 'zod'

/** Drafts of one kind in this browser's storage, each as JSON under its key. What does not fit the schema counts as none. */
export function keptDrafts<Draft>(schema: z.ZodType<Draft>) {
  const parse = (text: string | null): Draft | null => {
    try {
      return schema.parse(JSON.parse(text ?? ''))
    } catch {
      return null
    }
  }
  return {
    read: (key: string): Draft | null => {
      try {
        return parse(localStorage.getItem(key))
      } catch {
        return null
      }
    },
    /** @param draft null: nothing is kept. @returns false: storage is blocked or full, the draft stays in memory until a reload */
    write: (key: string, draft: Draft | null): boolean => {
      try {
        if (draft === null) localStorage.removeItem(key)
        else localStorage.setItem(key, JSON.stringify(draft))
        return true
      } catch {
        return false
      }
    },
    /** Calls back with the draft that another tab stored, until the signal is aborted. */
    onChangedElsewhere: (
      key: string,
      changed: (before: Draft | null, after: Draft | null) => void,
      signal: AbortSignal
    ): void => {
      const listen = (event: StorageEvent) => {
        if (event.key === key) changed(parse(event.oldValue), parse(event.newValue))
      }
      globalThis.window?.addEventListener('storage', listen, { signal })
    }
  }
}
