import { useState, lazy, type ReactNode, Suspense } from 'react'
import { History } from 'lucide-react'
import { Popover } from 'radix-ui'
import { useQueryClient } from '@tanstack/react-query'
import type { ChatPage } from '#contract/catalogue/chat.ts'
import type { Conversation } from '#contract/chats.ts'
import { buttonClass } from '../../base/ui/button.tsx'
import { usePopup } from '../../base/ui/landmark.ts'
import { errorText } from '../../base/http/error-text.ts'
import { notify } from '../../base/ui/notify.ts'
import { SearchFieldButton } from '../search/search-button.tsx'
import type { ChatActs } from '../bar/chat-bar.tsx'
import type { Place } from '../conversations/placing.ts'
import type { Conversations } from '../conversations/use-conversations.ts'
import { ConversationList, type ConversationListProps, type ListActions } from './conversation-list.tsx'
import type { ListTask } from './list-dialogs.tsx'

/** Past conversations at the left of the dialog, on wide screens. */
export const HistoryColumn = ({ onSearch, ...list }: ConversationListProps & { onSearch: (() => void) | null }) => (
  <aside
    aria-label="История чатов"
    className="sticky top-(--top-bar-height) hidden h-[calc(100dvh-var(--top-bar-height))] w-68 shrink-0 flex-col border-r border-line xl:flex"
  >
    <h2 className="px-5 pt-4.5 pb-2 text-small font-medium text-ink-faint">История чатов</h2>
    {onSearch && (
      <div className="px-3 pb-2">
        <SearchFieldButton onClick={onSearch} />
      </div>
    )}
    <div data-chats className="self-contained grow overflow-y-auto px-2 pb-4">
      <ConversationList {...list} />
    </div>
  </aside>
)

/**
 * Past conversations behind a button; closes on a click outside, on Escape, when the user picks one and when a dialog about
 * one opens.
 */
export function HistoryDropdown(list: ConversationListProps) {
  const { onBring } = list
  const { open, container, onOpenChange } = usePopup()
  const closing =
    <Chosen,>(act: (chosen: Chosen) => void) =>
    (chosen: Chosen) => {
      onOpenChange(false)
      act(chosen)
    }
  return (
    <Popover.Root open={open} onOpenChange={onOpenChange}>
      <Popover.Trigger
        aria-label="История чатов"
        className={buttonClass({ variant: 'ghost', className: 'px-3 data-[state=open]:bg-hover' })}
      >
        <History size={19} aria-hidden />
        <span className="hidden md:inline">История чатов</span>
      </Popover.Trigger>
      <Popover.Portal container={container}>
        <Popover.Content
          align="end"
          sideOffset={6}
          collisionPadding={8}
          aria-label="История чатов"
          data-chats
          className="z-40 max-h-90 w-80 max-w-[calc(100vw-1rem)] overflow-y-auto rounded-card border border-line bg-raised p-1.5 shadow-floating data-[state=open]:animate-rise"
        >
          <ConversationList
            {...list}
            onPick={closing(list.onPick)}
            onRename={closing(list.onRename)}
            onInstruct={closing(list.onInstruct)}
            onDelete={closing(list.onDelete)}
            onFile={closing(list.onFile)}
            acts={{ share: closing(list.acts.share), save: closing(list.acts.save) }}
            onBring={onBring && (() => closing(onBring)(undefined))}
            onRenameFolder={closing(list.onRenameFolder)}
            onDeleteFolder={closing(list.onDeleteFolder)}
          />
        </Popover.Content>
      </Popover.Portal>
    </Popover.Root>
  )
}

// What a user does with the chats of the list: each moves at once or opens a dialog.

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
