import { useState } from 'react'
import type { ChatPage } from '#contract/catalogue/chat.ts'
import type { Conversation } from '#contract/chats.ts'
import { ChatBar } from './bar/chat-bar.tsx'
import { ChatMenu } from './bar/chat-menu.tsx'
import { ModelSelect } from './bar/model-select.tsx'
import { ChatDialog } from './chat-dialog.tsx'
import { DeleteDialog } from './history/deleting.tsx'
import { HistoryColumn, HistoryDropdown } from './history/history.tsx'
import { RenameDialog } from './history/renaming.tsx'
import { useShortcuts } from './keys/use-shortcuts.tsx'
import { SearchButton, useSearchDialog } from './search/search-button.tsx'
import { useChat } from './use-chat.ts'
import { useChatDialogs } from './use-chat-dialogs.tsx'

/** One chat page, as its catalogue entry describes it. */
export function ChatView({ page }: { page: ChatPage }) {
  const chat = useChat(page)
  const { conversations, conversationId, deleting, models, model, choose, isLocked, generating } = chat
  const shortcuts = useShortcuts(chat)
  const search = useSearchDialog(chat.session.user !== null)
  const [renamed, setRenamed] = useState<Conversation | null>(null)
  const { acts, dialog } = useChatDialogs()
  const subject = conversationId === null ? null : { id: conversationId, title: chat.name ?? page.title }
  const list = {
    conversations,
    currentId: conversationId,
    onPick: chat.pick,
    onRename: setRenamed,
    onDelete: deleting.ask,
    acts,
    onBring: page.service === 'chatgpt' && chat.session.user ? acts.bring : null
  }

  return (
    <div className="flex grow">
      {page.history === 'list' && <HistoryColumn {...list} onSearch={search.show} />}
      <div className="flex min-w-0 grow flex-col">
        <ChatBar
          page={page}
          name={chat.name}
          onNew={chat.begin}
          menu={subject && <ChatMenu subject={subject} acts={acts} />}
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
      {dialog}
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
