// The files that are chosen for works, by composer and tool: what is chosen in one chat is not shown in another. Like those of the studio they
// survive a reload and a payment, and leave at sign-out.
import { useEffect, useSyncExternalStore } from 'react'
import { onUserLeft } from '../../base/session/user-left.ts'
import { pageStore } from '../../base/storage/page-store.ts'
import { dropKeptFiles, keepFiles, readKeptFiles } from '../../media/form/kept-files.ts'

/** Data URLs, or names of files of the user's works, by parameter. */
export type Files = Readonly<Record<string, string>>

const none: Files = {}
const chosen = pageStore<ReadonlyMap<string, Files>>(() => new Map())
onUserLeft(() => chosen.setState(new Map(), true))

const put = (key: string, files: Files): void =>
  chosen.setState(new Map([...chosen.getState(), [key, files] as const]), true)

const storedAt = (key: string): string => `works ${key}`

/** @param at the key of a composer */
export const filesKey = (at: string, service: string): string => `${at} ${service}`

export const filesAt = (key: string): Files => chosen.getState().get(key) ?? none

/** Replaces the files. Those of a visitor last as long as the page: they have no owner whom a later visit could be compared with. */
export function chooseFiles(key: string, owner: string | null, files: Files): void {
  put(key, files)
  if (owner !== null) void keepFiles(storedAt(key), { owner, files })
}

/** Of a chat that is deleted. @param at the keys of its composer */
export const forgetFiles = (at: readonly string[]): Promise<void> => dropKeptFiles(at.map((key) => storedAt(`${key} `)))

/** @param owner undefined: it is not known yet */
export function useChosenFiles(key: string, owner: string | null | undefined): Files {
  const files = useSyncExternalStore(chosen.subscribe, () => filesAt(key))
  useEffect(() => {
    if (!owner || chosen.getState().has(key)) return undefined
    let isAsked = true
    void readKeptFiles(storedAt(key)).then((kept) => {
      // Others may have been chosen meanwhile, or the user has left.
      if (!kept || !isAsked || chosen.getState().has(key)) return
      if (kept.owner === owner) put(key, kept.files)
      else void keepFiles(storedAt(key), { owner, files: none })
    })
    return () => {
      isAsked = false
    }
  }, [key, owner])
  return files
}
