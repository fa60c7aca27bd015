// What this device keeps, for as long as its user stays signed in.
import { useEffect, useState } from 'react'
import { useSession } from '../../base/session/session.tsx'
import { ownerHere, readSaved, readSavedMessages, type SavedChat, type SavedMessage } from './saved-chats.ts'

/** Null: it is being read. */
function useRead<Value>(read: () => Promise<Value>, none: Value, key: string): Value | null {
  const { status, user } = useSession()
  // A user who leaves, in any tab, changes the session; their chats go from the screen at once.
  const owner = status === 'signed-out' ? null : (user?.id ?? ownerHere())
  const wanted = `${owner} ${key}`
  const [found, setFound] = useState<{ of: string; value: Value } | null>(null)
  useEffect(() => {
    let isWanted = true
    void read().then((value) => isWanted && setFound({ of: wanted, value }))
    return () => {
      isWanted = false
    }
    // oxlint-disable-next-line react/exhaustive-deps -- `key` says what is read
  }, [wanted])
  if (owner === null) return none
  return found?.of === wanted ? found.value : null
}

/** Latest first; null: they are being read. */
export const useSavedChats = (): SavedChat[] | null => useRead(readSaved, [], 'chats')

/** `missing`: the chat is not kept; null: it is being read. */
export const useSavedMessages = (id: number | null): SavedMessage[] | 'missing' | null =>
  useRead<SavedMessage[] | 'missing'>(
    async () => (id === null ? 'missing' : ((await readSavedMessages(id)) ?? 'missing')),
    'missing',
    String(id)
  )
