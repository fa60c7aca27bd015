import { useState } from 'react'
import type { ChatPage } from '#contract/catalogue/chat.ts'
import type { Conversation } from '#contract/chats.ts'
import { ChatBar } from './bar/chat-bar.tsx'
import { ModelSelect } from './bar/model-select.tsx'
import { ChatDialog } from './chat-dialog.tsx'
import { DeleteDialog } from './history/deleting.tsx'
import { HistoryColumn, HistoryDropdown } from './history/history.tsx'
import { RenameDialog } from './history/renaming.tsx'
import { useOrder } from './history/use-order.tsx'
import { useShortcuts } from './keys/use-shortcuts.tsx'
import { SearchButton, useSearchDialog } from './search/search-button.tsx'
import { useChat } from './use-chat.ts'

/** One chat page, as its catalogue entry describes it. */
export function ChatView({ page }: { page: ChatPage }) {
  const chat = useChat(page)
  const { conversations, conversationId, deleting, models, model, choose, isLocked, generating } = chat
  const shortcuts = useShortcuts(chat)
  const search = useSearchDialog(chat.session.user !== null)
  const [renamed, setRenamed] = useState<Conversation | null>(null)
  const { dialogs, ...order } = useOrder(conversations.folders)
  const list = {
    conversations,
    service: page.service,
    currentId: conversationId,
    onPick: chat.pick,
    onRename: setRenamed,
    onDelete: deleting.ask,
    ...order
  }

  return (
    <div className="flex grow">
      {page.history === 'list' && <HistoryColumn {...list} onSearch={search.show} />}
      <div className="flex min-w-0 grow flex-col">
        <ChatBar
          page={page}
          name={chat.name}
          onNew={chat.begin}
          model={
            <ModelSelect
              models={models}
              model={model}
              isLocked={isLocked}
              onChange={(id) => choose(id)}
              disabled={generating}
            />
          }
          history={
            <div className={page.history === 'list' ? 'flex xl:hidden' : 'flex'}>
              {search.show && <SearchButton onClick={search.show} />}
              <HistoryDropdown {...list} />
            </div>
          }
        />
        <ChatDialog page={page} chat={chat} />
      </div>
      {search.dialog}
      {shortcuts}
      {dialogs}
      <RenameDialog candidate={renamed} onClose={() => setRenamed(null)} />
      <DeleteDialog
        candidate={deleting.candidate}
        deleting={deleting.deleting}
        onConfirm={deleting.confirm}
        onCancel={deleting.cancel}
      />
    </div>
  )
}
