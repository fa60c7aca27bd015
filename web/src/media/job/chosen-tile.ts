import { useSyncExternalStore } from 'react'
import type { Job, JobFile } from '#contract/jobs.ts'
import { pageStore } from '../../base/storage/page-store.ts'

/** By job: the place of the file that the user has chosen. The card and the dialog of a job show the same one. */
const chosen = pageStore<Readonly<Record<string, number>>>(() => ({}))

interface ChosenTile {
  /** From 0; its number for people and the server is one more. */
  index: number
  file: JobFile | undefined
  choose: (index: number) => void
}

/** Which of a job's pictures is chosen: the first one until the user chooses. */
export function useChosenTile({ id, files }: Pick<Job, 'id' | 'files'>): ChosenTile {
  const kept = useSyncExternalStore(chosen.subscribe, () => chosen.getState()[id] ?? 0)
  const index = kept < files.length ? kept : 0
  return { index, file: files[index], choose: (next) => chosen.setState({ ...chosen.getState(), [id]: next }, true) }
}
