// What a user does with the chats of the list: each moves at once or opens a dialog.
import { lazy, type ReactNode, Suspense, useState } from 'react'
import { useQueryClient } from '@tanstack/react-query'
import type { ChatPage } from '#contract/catalogue/chat.ts'
import type { Conversation } from '#contract/chats.ts'
import { errorText } from '../../base/http/error-text.ts'
import { notify } from '../../base/ui/notify.ts'
import type { ChatActs } from '../bar/chat-menu.tsx'
import type { Place } from '../conversations/placing.ts'
import type { Conversations } from '../conversations/use-conversations.ts'
import type { ListActions } from './conversation-list.tsx'
import type { ListTask } from './list-dialogs.tsx'

const ListDialogs = lazy(async () => ({ default: (await import('./list-dialogs.tsx')).ListDialogs }))

/** How long a row may take to move. */
const framesMax = 120

/** When the row that has the focus moves, the focus follows it, or goes to the first button of the list. */
function keepFocus(id: number) {
  const selector = `[data-chat="${id}"]`
  // The list in which the user has chosen: on a phone another one is hidden.
  const shown = [...document.querySelectorAll<HTMLElement>(`[data-chats] ${selector}`)]
  const row = shown.find((one) => one.checkVisibility?.() ?? true)
  const list = row?.closest('[data-chats]')
  const follow = (frames: number) => {
    if (row?.isConnected) return frames > 0 ? void requestAnimationFrame(() => follow(frames - 1)) : undefined
    if (document.activeElement !== document.body) return
    const target = list?.querySelector<HTMLElement>(`${selector} button`) ?? list?.querySelector('button')
    target?.focus()
  }
  follow(framesMax)
}

interface Wanted {
  page: ChatPage
  conversations: Pick<Conversations, 'folders' | 'running'>
  onPick: (conversation: Conversation) => void
  onDeleted: (id: number) => void
  acts: ChatActs
}

/** @returns the actions, and the dialogs that they open */
export function useListActions({ page, conversations, onPick, onDeleted, acts }: Wanted): [ListActions, ReactNode] {
  const queries = useQueryClient()
  const [task, setTask] = useState<ListTask | null>(null)
  const [wasAsked, setWasAsked] = useState(false)
  const ask = (next: ListTask) => {
    setWasAsked(true)
    setTask(next)
  }

  async function place(conversation: Conversation, wanted: Place) {
    try {
      const { placeConversation } = await import('../conversations/placing.ts')
      keepFocus(conversation.id)
      const placed = await placeConversation(queries, conversation, wanted)
      if (!wanted.archived) return
      const onClick = () => void place(placed, { archived: false })
      notify.info('Чат перенесён в архив', { label: 'Вернуть', onClick })
    } catch (error) {
      notify.error(errorText(error, 'Не удалось переместить чат'))
    }
  }

  const actions: ListActions = {
    onPick,
    acts,
    onPlace: (conversation, wanted) => void place(conversation, wanted),
    onRename: (conversation) => ask({ kind: 'rename', conversation }),
    onInstruct: (conversation) => ask({ kind: 'instruct', conversation }),
    onDelete: (conversation) => ask({ kind: 'delete', conversation }),
    onFile: (conversation) => ask({ kind: 'file', conversation }),
    onRenameFolder: (folder) => ask({ kind: 'rename-folder', folder }),
    onDeleteFolder: (folder) => ask({ kind: 'delete-folder', folder })
  }
  const dialogs = wasAsked && (
    <Suspense>
      <ListDialogs
        page={page}
        task={task}
        folders={conversations.folders}
        running={conversations.running}
        onPlace={actions.onPlace}
        onDeleted={onDeleted}
        onClose={() => setTask(null)}
      />
    </Suspense>
  )
  return [actions, dialogs]
}
