// The files that are chosen for works, by composer and tool: what is chosen in one chat is not shown in another. Like those of the studio they
// survive a reload and a payment, and leave at sign-out.
import { useEffect, useSyncExternalStore } from 'react'
import { onUserLeft } from '../../base/session/user-left.ts'
import { pageStore } from '../../base/storage/page-store.ts'
import { keepFiles, readKeptFiles } from '../../media/form/kept-files.ts'
import { mayHave } from '../../media/form/studio-draft.ts'

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

/** Replaces the files; without any, none are kept. */
export function chooseFiles(key: string, owner: string | null, files: Files): void {
  put(key, files)
  void keepFiles(storedAt(key), { owner, files })
}

/** @param owner undefined: it is not known yet */
export function useChosenFiles(key: string, owner: string | null | undefined): Files {
  const files = useSyncExternalStore(chosen.subscribe, () => filesAt(key))
  useEffect(() => {
    if (owner === undefined || chosen.getState().has(key)) return
    void readKeptFiles(storedAt(key)).then((kept) => {
      // Chosen meanwhile.
      if (kept && !chosen.getState().has(key) && mayHave(kept.owner, owner)) put(key, kept.files)
    })
  }, [key, owner])
  return files
}
