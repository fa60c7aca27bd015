// Moves chats between the parts of the list, and opens the dialogs about folders.
import { lazy, type ReactNode, Suspense, useState } from 'react'
import { useQueryClient } from '@tanstack/react-query'
import type { Conversation } from '#contract/chats.ts'
import type { Folder } from '#contract/folders.ts'
import { errorText } from '../../base/http/error-text.ts'
import { notify } from '../../base/ui/notify.ts'
import { type Place, placeConversation } from '../conversations/placing.ts'
import type { FolderTask } from './folder-dialogs.tsx'

const FolderDialogs = lazy(async () => ({ default: (await import('./folder-dialogs.tsx')).FolderDialogs }))

/** The row that had the focus has moved: the focus follows it, or goes to the first button of the list. */
function keepFocus(id: number) {
  requestAnimationFrame(() => {
    if (document.activeElement !== document.body) return
    const list = document.querySelector('[data-chats]')
    const target = list?.querySelector<HTMLElement>(`[data-chat="${id}"] button`) ?? list?.querySelector('button')
    target?.focus()
  })
}

interface Order {
  onPlace: (conversation: Conversation, place: Place) => void
  onFile: (conversation: Conversation) => void
  onRenameFolder: (folder: Folder) => void
  onDeleteFolder: (folder: Folder) => void
  dialogs: ReactNode
}

export function useOrder(folders: readonly Folder[]): Order {
  const queries = useQueryClient()
  const [task, setTask] = useState<FolderTask | null>(null)
  const [wasAsked, setWasAsked] = useState(false)
  const ask = (next: FolderTask) => {
    setWasAsked(true)
    setTask(next)
  }

  function place(conversation: Conversation, wanted: Place) {
    const done = placeConversation(queries, conversation, wanted)
    keepFocus(conversation.id)
    done.then(
      () => {
        if (!wanted.archived) return
        const back = () => place({ ...conversation, archived_at: Date.now() }, { archived: false })
        notify.info('Чат перенесён в архив', { label: 'Вернуть', onClick: back })
      },
      (error: unknown) => notify.error(errorText(error, 'Не удалось переместить чат'))
    )
  }

  return {
    onPlace: place,
    onFile: (conversation) => ask({ kind: 'file', conversation }),
    onRenameFolder: (folder) => ask({ kind: 'rename', folder }),
    onDeleteFolder: (folder) => ask({ kind: 'delete', folder }),
    dialogs: wasAsked && (
      <Suspense>
        <FolderDialogs task={task} folders={folders} onPlace={place} onClose={() => setTask(null)} />
      </Suspense>
    )
  }
}
