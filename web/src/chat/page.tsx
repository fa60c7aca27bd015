import { useLocation } from 'react-router-dom'
import { chatPaths, type ChatPage } from '#contract/catalogue/chat.ts'
import { Page as NotFoundPage } from '../base/page/not-found-page.tsx'
import { chatPageOf } from './texts/chat-pages.ts'
import { ChatBar, ChatMenu, ModelSelect } from './bar/chat-bar.tsx'
import { ChatDialog } from './chat-dialog.tsx'
import { HistoryColumn, HistoryDropdown, useListActions } from './history/history.tsx'
import { useShortcuts, useChatDialogs } from './use-chat-dialogs.tsx'
import { SearchButton, useSearchDialog } from './search/search-button.tsx'
import { useChat } from './use-chat.ts'

/** All chat pages; the address says which one. */
export function Page() {
  const { pathname } = useLocation()
  const path = chatPaths.find((candidate) => candidate === pathname)
  return path ? <ChatView key={path} page={chatPageOf(path)} /> : <NotFoundPage />
}

/** One chat page, as its catalogue entry describes it. */
function ChatView({ page }: { page: ChatPage }) {
  const chat = useChat(page)
  const { conversations, conversationId, models, model, isLocked, generating } = chat
  const shortcuts = useShortcuts(chat)
  const search = useSearchDialog(chat.session.status !== 'signed-out')
  const { acts, dialog } = useChatDialogs()
  const subject = conversationId === null ? null : { id: conversationId, title: chat.name ?? page.title }
  const [actions, dialogs] = useListActions({ page, conversations, onPick: chat.pick, onDeleted: chat.leave, acts })
  const onBring = page.service === 'chatgpt' && chat.session.user ? acts.bring : null
  const list = { conversations, service: page.service, currentId: conversationId, onBring, ...actions }

  return (
    <div className="flex grow">
      {page.history === 'list' && <HistoryColumn {...list} onSearch={search.show} />}
      <div className="flex min-w-0 grow flex-col">
        <ChatBar
          page={page}
          name={chat.name}
          onNew={chat.begin}
          hasName={conversationId !== null}
          menu={<ChatMenu subject={subject} acts={acts} onSearch={search.show} onShortcuts={shortcuts.show} />}
          model={
            <ModelSelect
              models={models}
              model={model}
              isLocked={isLocked}
              onChoose={chat.chooseAny}
              disabled={generating}
            />
          }
          history={
            <div className={page.history === 'list' ? 'flex xl:hidden' : 'flex'}>
              {search.show && <SearchButton onClick={search.show} inMenu={conversationId !== null} />}
              <HistoryDropdown {...list} />
            </div>
          }
        />
        <ChatDialog page={page} chat={chat} onInstruct={actions.onInstruct} />
      </div>
      {search.dialog}
      {shortcuts.dialog}
      {dialogs}
      {dialog}
    </div>
  )
}
