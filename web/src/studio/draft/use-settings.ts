import { useEffect, useMemo, useSyncExternalStore } from 'react'
import type { StudioEntry } from '#contract/catalogue/entry.ts'
import type { ParameterValues } from '#contract/catalogue/parameters.ts'
import { useSession } from '../../base/session/session.tsx'
import { studioBox, type StudioBox } from './studio-box.ts'
import { studioDraftKey } from './studio-draft-storage.ts'

interface Settings {
  box: StudioBox
  /** Everything that is set, files included. */
  values: ParameterValues
  operationId: string
}

/** The settings of the page that is shown; `box` changes them. */
export function useSettings({ path, parameters }: StudioEntry): Settings {
  const { status, user } = useSession()
  const owner = user?.id ?? (status === 'signed-out' ? null : undefined)
  const box = studioBox(studioDraftKey(path), parameters, owner)
  useEffect(() => box.setOwner(owner), [box, owner])
  const { draft, files } = useSyncExternalStore(box.subscribe, box.state)
  const values = useMemo(() => ({ ...draft.values, ...files }), [draft.values, files])
  return { box, values, operationId: draft.operationId }
}
