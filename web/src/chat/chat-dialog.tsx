import { useEffect, useRef } from 'react'
import { clsx } from 'clsx'
import { MessageCircleOff } from 'lucide-react'
import type { ChatPage } from '#contract/catalogue/chat.ts'
import { Button } from '../base/ui/button.tsx'
import { EmptyState, ErrorState } from '../base/ui/states.tsx'
import { ChatFooter } from './chat-footer.tsx'
import type { Chat } from './use-chat.ts'
import { Announcer } from './dialog/announcer.tsx'
import { ThreadSkeleton, ThreadView } from './dialog/thread-view.tsx'
import { useFollowBottom } from './dialog/use-follow-bottom.ts'
import { Greeting, Suggestions } from './dialog/welcome.tsx'
import { useFoundMessage } from './search/use-found-message.ts'

/** The dialog and the composer below it; the window scrolls both. */
export function ChatDialog({ page, chat }: { page: ChatPage; chat: Chat }) {
  const content = useRef<HTMLDivElement>(null)
  const started = chat.items.length > 0 || chat.beginning !== null
  const { away, toBottom, release } = useFollowBottom(content, started)
  const shown = started ? chat.conversationId : null
  const asked = chat.running?.turn.operationId ?? chat.beginning?.prompt ?? null

  // Scroll to the end when a conversation is opened and when the user asks something.
  useEffect(() => {
    if (shown !== null) toBottom()
  }, [shown, toBottom])
  useEffect(() => {
    if (asked !== null) toBottom()
  }, [asked, toBottom])

  useFoundMessage({ content, conversationId: chat.conversationId, messages: chat.messages, onFound: release })

  const empty = !started && !isLoading(chat) && chat.messages.state === 'ready'
  return (
    <>
      <div ref={content} className={clsx('flex flex-col px-4 pt-6 pb-2', empty ? 'mt-auto' : 'grow')}>
        {empty ? <Greeting page={page} /> : <DialogContent page={page} chat={chat} started={started} />}
      </div>
      <Announcer running={chat.running} />
      <ChatFooter page={page} chat={chat} away={away} empty={empty} onBottom={toBottom} />
      {empty && <Suggestions page={page} onPick={chat.fill} />}
    </>
  )
}

const isLoading = ({ opening, messages, session, conversationId }: Chat): boolean =>
  opening || messages.state === 'loading' || (session.status === 'loading' && conversationId !== null)

function DialogContent({ page, chat, started }: { page: ChatPage; chat: Chat; started: boolean }) {
  const { messages } = chat
  if (messages.state === 'missing')
    return (
      <EmptyState
        icon={<MessageCircleOff size={24} aria-hidden />}
        title="Такого чата нет"
        text="Возможно, он был удалён."
        action={<Button onClick={chat.begin}>Новый чат</Button>}
      />
    )
  if (messages.state === 'failed') return <ErrorState text="Ошибка при загрузке сообщений" onRetry={messages.reload} />
  return (
    <div className="mx-auto w-full max-w-text">
      {messages.hasEarlier && (
        <Button
          variant="ghost"
          size="small"
          busy={messages.loadingEarlier}
          onClick={messages.loadEarlier}
          className="mx-auto mb-6 flex"
        >
          Показать более ранние сообщения
        </Button>
      )}
      {started ? (
        <ThreadView items={chat.items} path={page.path} beginning={chat.beginning} actions={chat.actions} />
      ) : (
        <ThreadSkeleton />
      )}
    </div>
  )
}
