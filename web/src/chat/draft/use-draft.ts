import { useEffect, useSyncExternalStore } from 'react'
import { useSession } from '../../base/session/session.tsx'
import { draftBox, type DraftBox } from './draft-box.ts'
import { draftKey } from './draft-storage.ts'

/** The draft of the composer that is shown; `box` changes it. */
export function useDraft(path: string, conversationId: number | null): { box: DraftBox; prompt: string } {
  const { status, user } = useSession()
  const owner = user?.id ?? (status === 'signed-out' ? null : undefined)
  const box = draftBox(draftKey(path, conversationId), owner)
  useEffect(() => box.setOwner(owner), [box, owner])
  const { prompt } = useSyncExternalStore(box.subscribe, box.draft)
  return { box, prompt }
}
