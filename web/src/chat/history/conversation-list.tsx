import { clsx } from 'clsx'
import { Trash2 } from 'lucide-react'
import { formatDateTime } from '../../base/format/dates.ts'
import { Button } from '../../base/ui/button.tsx'
import { IconButton } from '../../base/ui/icon-button.tsx'
import { Skeleton } from '../../base/ui/skeleton.tsx'
import type { Conversation } from '#contract/chats.ts'
import type { Conversations } from '../conversations/use-conversations.ts'

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

interface ConversationRowProps {
  conversation: Conversation
  current: boolean
  onPick: (conversation: Conversation) => void
  onDelete: (conversation: Conversation) => void
}

/** The delete button appears on hover and on focus; on touch screens, which have neither, it is always visible. */
function ConversationRow({ conversation, current, onPick, onDelete }: ConversationRowProps) {
  const title = conversation.title.trim() || 'Без названия'
  return (
    <li
      className={clsx(
        'group relative flex items-center rounded-control transition hover:bg-hover',
        current && 'bg-pressed'
      )}
    >
      <button
        type="button"
        aria-current={current ? 'true' : undefined}
        onClick={() => onPick(conversation)}
        className="min-w-0 grow rounded-control px-3 py-2 text-left group-focus-within:pr-10 group-hover:pr-10 pointer-coarse:pr-12"
      >
        <span className="block truncate text-small font-medium">{title}</span>
        <time
          dateTime={new Date(conversation.updated_at).toISOString()}
          className={clsx('block text-caption', current ? 'text-ink-soft' : 'text-ink-faint')}
        >
          {formatDateTime(conversation.updated_at)}
        </time>
      </button>
      <IconButton
        label={`Удалить чат «${title}»`}
        size="small"
        icon={<Trash2 size={16} />}
        onClick={() => onDelete(conversation)}
        className="absolute! right-1 opacity-0 group-focus-within:opacity-100 group-hover:opacity-100 hover:text-danger pointer-coarse:opacity-100"
      />
    </li>
  )
}
