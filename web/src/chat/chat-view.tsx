import type { ChatPage } from '#contract/catalogue/chat.ts'
import { ChatBar } from './bar/chat-bar.tsx'
import { ChatMenu } from './bar/chat-menu.tsx'
import { ModelSelect } from './bar/model-select.tsx'
import { ChatDialog } from './chat-dialog.tsx'
import { HistoryColumn, HistoryDropdown } from './history/history.tsx'
import { useListActions } from './history/use-list-actions.tsx'
import { useShortcuts } from './keys/use-shortcuts.tsx'
import { SearchButton, useSearchDialog } from './search/search-button.tsx'
import { useChat } from './use-chat.ts'
import { useChatDialogs } from './use-chat-dialogs.tsx'

/** One chat page, as its catalogue entry describes it. */
export function ChatView({ page }: { page: ChatPage }) {
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
