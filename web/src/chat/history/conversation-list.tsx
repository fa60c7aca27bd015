import { Button } from '../../base/ui/button.tsx'
import { Skeleton } from '../../base/ui/skeleton.tsx'
import type { Conversation } from '#contract/chats.ts'
import { ConversationRow } from './conversation-row.tsx'
import type { Conversations } from './use-conversations.ts'

export interface ConversationListProps {
  conversations: Conversations
  currentId: number | null
  onPick: (conversation: Conversation) => void
  onDelete: (conversation: Conversation) => void
}

export function ConversationList({ conversations, currentId, onPick, onDelete }: ConversationListProps) {
  const { items, state, hasMore, loadingMore, loadMore, reload } = conversations
  if (state === 'loading') return <Loading />
  if (state === 'failed')
    return (
      <div className="flex flex-col items-center gap-3 p-6 text-center text-small text-ink-soft">
        Не удалось загрузить беседы
        <Button size="small" variant="secondary" onClick={reload}>
          Попробовать ещё раз
        </Button>
      </div>
    )
  if (items.length === 0) return <p className="p-6 text-center text-small text-ink-faint">История чатов пуста</p>
  return (
    <>
      <ul className="flex flex-col gap-0.5">
        {items.map((conversation) => (
          <ConversationRow
            key={conversation.id}
            conversation={conversation}
            current={conversation.id === currentId}
            onPick={onPick}
            onDelete={onDelete}
          />
        ))}
      </ul>
      {hasMore && (
        <Button size="small" variant="ghost" busy={loadingMore} onClick={loadMore} className="mt-1 w-full">
          Показать ещё
        </Button>
      )}
    </>
  )
}

const Loading = () => (
  <output aria-label="Загрузка бесед" className="flex flex-col gap-3 p-3">
    {['w-4/5', 'w-3/5', 'w-11/12', 'w-2/3'].map((width) => (
      <Skeleton key={width} className={`h-5 ${width}`} />
    ))}
  </output>
)
