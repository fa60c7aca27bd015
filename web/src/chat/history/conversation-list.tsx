import { clsx } from 'clsx'
import { Ellipsis, Pencil, Trash2 } from 'lucide-react'
import { formatDateTime } from '../../base/format/dates.ts'
import { Button } from '../../base/ui/button.tsx'
import { IconButton } from '../../base/ui/icon-button.tsx'
import { Menu, MenuItem } from '../../base/ui/menu.tsx'
import { Skeleton } from '../../base/ui/skeleton.tsx'
import type { Conversation } from '#contract/chats.ts'
import { type ChatActs, LeavingItems } from '../bar/chat-menu.tsx'
import { shownTitle } from '../conversations/conversations.ts'
import type { Conversations } from '../conversations/use-conversations.ts'
import { byDay } from './by-day.ts'

export interface ConversationListProps {
  conversations: Conversations
  currentId: number | null
  onPick: (conversation: Conversation) => void
  onRename: (conversation: Conversation) => void
  onDelete: (conversation: Conversation) => void
  acts: ChatActs
  /** Chats of ChatGPT are brought here; null where they cannot be. */
  onBring: (() => void) | null
}

export const ConversationList = ({ onBring, ...list }: ConversationListProps) => (
  <>
    <Days {...list} />
    {onBring && list.conversations.state === 'ready' && (
      <Button size="small" variant="ghost" onClick={onBring} className="mt-1 w-full">
        Перенести из ChatGPT
      </Button>
    )}
  </>
)

function Days({ conversations, currentId, ...row }: Omit<ConversationListProps, 'onBring'>) {
  const { items, running, readAt, state, hasMore, loadingMore, loadMore, reload } = conversations
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
      {byDay(items, readAt).map((day) => (
        <section key={day.name} aria-label={day.name} className="mb-2">
          <h3 className="px-3 pt-2 pb-1 text-caption text-ink-faint">{day.name}</h3>
          <ul className="flex flex-col gap-0.5">
            {day.conversations.map((conversation) => (
              <ConversationRow
                key={conversation.id}
                conversation={conversation}
                current={conversation.id === currentId}
                answering={running.has(conversation.id)}
                {...row}
              />
            ))}
          </ul>
        </section>
      ))}
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
  /** An answer is written in it. */
  answering: boolean
  onPick: (conversation: Conversation) => void
  onRename: (conversation: Conversation) => void
  onDelete: (conversation: Conversation) => void
  acts: ChatActs
}

/** The menu's button appears on hover and on focus; on touch screens, which have neither, it is always visible. */
function ConversationRow(props: ConversationRowProps) {
  const { conversation, current, answering, onPick, onRename, onDelete, acts } = props
  const title = shownTitle(conversation)
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
        {answering ? (
          <span className="flex items-center gap-1.5 text-caption text-accent-strong">
            <span className="size-1.5 animate-pulse rounded-full bg-accent" aria-hidden />
            Отвечает
          </span>
        ) : (
          <time
            dateTime={new Date(conversation.updated_at).toISOString()}
            className={clsx('block text-caption', current ? 'text-ink-soft' : 'text-ink-faint')}
          >
            {formatDateTime(conversation.updated_at)}
          </time>
        )}
      </button>
      <Menu
        align="end"
        trigger={
          <IconButton
            label={`Действия с чатом «${title}»`}
            size="small"
            icon={<Ellipsis size={16} />}
            className="absolute! right-1 opacity-0 group-focus-within:opacity-100 group-hover:opacity-100 data-[state=open]:opacity-100 pointer-coarse:opacity-100"
          />
        }
      >
        <MenuItem icon={<Pencil size={16} />} onSelect={() => onRename(conversation)}>
          Переименовать
        </MenuItem>
        <LeavingItems subject={{ id: conversation.id, title }} acts={acts} />
        <MenuItem icon={<Trash2 size={16} />} onSelect={() => onDelete(conversation)} className="text-danger">
          Удалить
        </MenuItem>
      </Menu>
    </li>
  )
}
