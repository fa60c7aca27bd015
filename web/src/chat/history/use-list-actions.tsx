// What a user does with chats of the list: they move at once, or a dialog opens.
import { type ReactNode, useState } from 'react'
import { useQueryClient } from '@tanstack/react-query'
import type { Conversation } from '#contract/chats.ts'
import type { Folder } from '#contract/folders.ts'
import { errorText } from '../../base/http/error-text.ts'
import { notify } from '../../base/ui/notify.ts'
import { lateDialog } from '../../base/ui/late-dialog.tsx'
import { useChatDialogs } from '../acts/chat-dialogs.tsx'
import { subjectOf } from '../conversations/conversations.ts'
import { type Place, placeConversations } from '../conversations/placing.ts'
import type { Conversations } from '../conversations/use-conversations.ts'
import type { ListTask } from './list-dialogs.tsx'
import { chatsWord, focusAfter } from '../acts/list-words.ts'
import { useRenaming } from '../acts/renaming.ts'

type Chosen = readonly Conversation[]

export interface ListActions {
  place: (chosen: Chosen, place: Place) => void
  /** Asks into which folder they go. */
  file: (chosen: Chosen) => void
  remove: (chosen: Chosen) => void
  rename: (conversation: Conversation, title: string) => void
  instruct: (conversation: Conversation) => void
  share: (conversation: Conversation) => void
  save: (conversation: Conversation) => void
  bring: () => void
  openProject: (folder: Folder) => void
  renameFolder: (folder: Folder) => void
  deleteFolder: (folder: Folder) => void
}

const ListDialogs = lateDialog(
  async () => (await import('./list-dialogs.tsx')).ListDialogs,
  ({ task }) => task !== null
)

interface Wanted {
  conversations: Pick<Conversations, 'folders'>
  /** Chosen chats are where they were to go. @param failed those that are not */
  onDone: (failed: Chosen) => void
  /** A dialog opens. */
  onDialog?: (() => void) | undefined
}

/** @returns the actions, and the dialogs that they open */
export function useListActions({ conversations, onDone, onDialog }: Wanted): [ListActions, ReactNode] {
  const { acts, dialog } = useChatDialogs()
  const [task, setTask] = useState<ListTask | null>(null)
  const [wasAsked, setWasAsked] = useState(false)
  const place = usePlacing(onDone)
  const rename = useRenaming(true)
  const opening =
    <Of extends unknown[]>(act: (...of: Of) => void) =>
    (...of: Of) => {
      onDialog?.()
      act(...of)
    }
  const ask = opening((next: ListTask) => {
    setWasAsked(true)
    setTask(next)
  })

  const actions: ListActions = {
    place: (chosen, wanted) => void place(chosen, wanted),
    rename: (...of) => void rename(...of),
    file: (chosen) => ask({ kind: 'file', chosen }),
    remove: (chosen) => ask({ kind: 'delete', chosen }),
    instruct: (conversation) => ask({ kind: 'instruct', conversation }),
    share: opening((conversation) => acts.share(subjectOf(conversation))),
    save: opening((conversation) => acts.save(subjectOf(conversation))),
    bring: opening(acts.bring),
    openProject: (folder) => ask({ kind: 'project', folder }),
    renameFolder: (folder) => ask({ kind: 'rename-folder', folder }),
    deleteFolder: (folder) => ask({ kind: 'delete-folder', folder })
  }
  const dialogs = (
    <>
      {dialog}
      {wasAsked && (
        <ListDialogs
          task={task}
          folders={conversations.folders}
          onPlace={actions.place}
          onDeleted={onDone}
          onClose={() => setTask(null)}
        />
      )}
    </>
  )
  return [actions, dialogs]
}

/** Moves chats; says which could not be moved. */
function usePlacing(onDone: (failed: Chosen) => void) {
  const queries = useQueryClient()
  return async function place(chosen: Chosen, wanted: Place): Promise<void> {
    const [one] = chosen
    if (!one) return
    if (chosen.length === 1) focusAfter(chosen)()
    const { done, failed, error } = await placeConversations(queries, chosen, wanted)
    onDone(failed)
    if (failed.length > 0) {
      const text = errorText(error, 'Не удалось переместить')
      return notify.error(
        chosen.length === 1 ? errorText(error, 'Не удалось переместить чат') : `${text} (${chatsWord(failed.length)})`
      )
    }
    if (!wanted.archived) return
    const onClick = () => void place(done, { archived: false })
    const text = chosen.length === 1 ? 'Чат перенесён в архив' : `В архив: ${chatsWord(chosen.length)}`
    notify.info(text, { label: 'Вернуть', onClick })
  }
}
