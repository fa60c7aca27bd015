import type { ChatPage } from '#contract/catalogue/chat.ts'
import { ChatBar } from './bar/chat-bar.tsx'
import { ModelSelect } from './bar/model-select.tsx'
import { ChatDialog } from './chat-dialog.tsx'
import { DeleteDialog } from './history/deleting.tsx'
import { HistoryColumn, HistoryDropdown } from './history/history.tsx'
import { SearchButton } from './search/search-button.tsx'
import { useChat } from './use-chat.ts'

/** One chat page, as its catalogue entry describes it. */
export function ChatView({ page }: { page: ChatPage }) {
  const chat = useChat(page)
  const { conversations, conversationId, deleting, models, model, choose, isLocked, generating } = chat
  const list = { conversations, currentId: conversationId, onPick: chat.pick, onDelete: deleting.ask }

  return (
    <div className="flex grow">
      {page.history === 'list' && <HistoryColumn {...list} />}
      <div className="flex min-w-0 grow flex-col">
        <ChatBar
          page={page}
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
            <>
              {chat.session.user && <SearchButton />}
              <div className={page.history === 'list' ? 'xl:hidden' : ''}>
                <HistoryDropdown {...list} />
              </div>
            </>
          }
        />
        <ChatDialog page={page} chat={chat} />
      </div>
      <DeleteDialog
        candidate={deleting.candidate}
        deleting={deleting.deleting}
        onConfirm={deleting.confirm}
        onCancel={deleting.cancel}
      />
    </div>
  )
}
