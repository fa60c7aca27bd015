import { clsx } from 'clsx'
import { Trash2 } from 'lucide-react'
import type { Conversation } from '#contract/chats.ts'
import { formatDateTime } from '../../base/format/dates.ts'
import { IconButton } from '../../base/ui/icon-button.tsx'

interface ConversationRowProps {
  conversation: Conversation
  current: boolean
  onPick: (conversation: Conversation) => void
  onDelete: (conversation: Conversation) => void
}

/** The way to delete shows on hover and on focus; a finger has neither, so there it is always shown. */
export function ConversationRow({ conversation, current, onPick, onDelete }: ConversationRowProps) {
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
