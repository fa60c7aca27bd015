import { clsx } from 'clsx'
import { Archive, ArchiveRestore, Ellipsis, FolderInput, Pencil, Pin, PinOff, Trash2, UserRoundCog } from 'lucide-react'
import type { Conversation } from '#contract/chats.ts'
import { formatDateTime } from '../../base/format/dates.ts'
import { IconButton } from '../../base/ui/icon-button.tsx'
import { Menu, MenuItem } from '../../base/ui/menu.tsx'
import { type ChatActs, LeavingItems } from '../bar/chat-bar.tsx'
import { shownTitle } from '../conversations/conversations.ts'
import type { Place } from '../conversations/placing.ts'

/** What the user can do with a conversation of the list. */
export interface RowActions {
  onPick: (conversation: Conversation) => void
  onRename: (conversation: Conversation) => void
  onInstruct: (conversation: Conversation) => void
  onDelete: (conversation: Conversation) => void
  acts: ChatActs
  onPlace: (conversation: Conversation, place: Place) => void
  /** Asks into which folder it goes. */
  onFile: (conversation: Conversation) => void
}

export interface RowsProps extends RowActions {
  items: readonly Conversation[]
  currentId: number | null
  /** In which an answer is written. */
  running: ReadonlySet<number>
}

export const ConversationRows = ({ items, currentId, running, ...actions }: RowsProps) => (
  <ul className="flex flex-col gap-0.5">
    {items.map((conversation) => (
      <ConversationRow
        key={conversation.id}
        conversation={conversation}
        current={conversation.id === currentId}
        answering={running.has(conversation.id)}
        {...actions}
      />
    ))}
  </ul>
)

interface ConversationRowProps extends RowActions {
  conversation: Conversation
  current: boolean
  answering: boolean
}

/** A button that appears on hover and on focus; on touch screens, which have neither, it is always visible. */
export const appearingClass =
  'absolute! right-1 opacity-0 group-focus-within:opacity-100 group-hover:opacity-100 data-[state=open]:opacity-100 pointer-coarse:opacity-100'

function ConversationRow({ conversation, current, answering, ...actions }: ConversationRowProps) {
  const title = shownTitle(conversation)
  return (
    <li
      data-chat={conversation.id}
      className={clsx(
        'group relative flex items-center rounded-control transition hover:bg-hover',
        current && 'bg-pressed'
      )}
    >
      <button
        type="button"
        aria-current={current ? 'true' : undefined}
        onClick={() => actions.onPick(conversation)}
        className="min-w-0 grow rounded-control px-3 py-2 text-left group-focus-within:pr-10 group-hover:pr-10 pointer-coarse:pr-12"
      >
        <span dir="auto" className="block truncate text-start text-small font-medium">
          {title}
        </span>
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
            className={appearingClass}
          />
        }
      >
        {conversation.archived_at === null ? (
          <OpenItems conversation={conversation} {...actions} />
        ) : (
          <MenuItem
            icon={<ArchiveRestore size={16} />}
            onSelect={() => actions.onPlace(conversation, { archived: false })}
          >
            Вернуть из архива
          </MenuItem>
        )}
        <MenuItem icon={<Trash2 size={16} />} onSelect={() => actions.onDelete(conversation)} className="text-danger">
          Удалить
        </MenuItem>
      </Menu>
    </li>
  )
}

function OpenItems({
  conversation,
  onPlace,
  onFile,
  onRename,
  onInstruct,
  acts
}: RowActions & { conversation: Conversation }) {
  const isPinned = conversation.pinned_at !== null
  return (
    <>
      <MenuItem
        icon={isPinned ? <PinOff size={16} /> : <Pin size={16} />}
        onSelect={() => onPlace(conversation, { pinned: !isPinned })}
      >
        {isPinned ? 'Открепить' : 'Закрепить'}
      </MenuItem>
      <MenuItem icon={<FolderInput size={16} />} onSelect={() => onFile(conversation)}>
        В папку…
      </MenuItem>
      <MenuItem icon={<Pencil size={16} />} onSelect={() => onRename(conversation)}>
        Переименовать
      </MenuItem>
      <MenuItem icon={<UserRoundCog size={16} />} onSelect={() => onInstruct(conversation)}>
        Инструкция чата
      </MenuItem>
      <LeavingItems subject={{ id: conversation.id, title: shownTitle(conversation) }} acts={acts} />
      <MenuItem icon={<Archive size={16} />} onSelect={() => onPlace(conversation, { archived: true })}>
        В архив
      </MenuItem>
    </>
  )
}
