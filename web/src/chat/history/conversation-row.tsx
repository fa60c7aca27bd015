import { clsx } from 'clsx'
import { Archive, ArchiveRestore, Ellipsis, FolderInput, FolderMinus, Pin, PinOff, UserRoundCog } from 'lucide-react'
import { type KeyboardEvent, useRef } from 'react'
import { Link } from 'react-router-dom'
import { tools } from '#contract/catalogue/menu.ts'
import type { Conversation } from '#contract/chats.ts'
import { formatMoment } from '../../base/format/dates.ts'
import { IconButton } from '../../base/ui/icon-button.tsx'
import { Menu, MenuItem } from '../../base/ui/menu.tsx'
import { LeavingItems, RemoveItem, RenameItem } from '../acts/chat-menu.tsx'
import { chatLink } from '../conversations/addresses.ts'
import { chatPathOf, shownTitle } from '../conversations/conversations.ts'
import { useDragging } from './dragging.ts'
import { useList } from './list-context.ts'
import { RenameField } from './rename-field.tsx'
import type { Selecting } from './selecting.tsx'

export const ConversationRows = ({ items }: { items: readonly Conversation[] }) => (
  <ul className="flex flex-col gap-0.5">
    {items.map((conversation) => (
      <ConversationRow key={conversation.id} conversation={conversation} />
    ))}
  </ul>
)

interface RowProps {
  conversation: Conversation
}

/** A button that appears on hover and on focus; on touch screens, which have neither, it is always visible. */
export const appearingClass =
  'absolute! right-1 opacity-0 group-focus-within:opacity-100 group-hover:opacity-100 data-[state=open]:opacity-100 pointer-coarse:opacity-100'

function ConversationRow({ conversation }: RowProps) {
  const { id } = conversation
  const { currentId, renamingId, selecting } = useList()
  return (
    <li
      data-chat={id}
      className={clsx(
        'group relative flex min-h-[3.275rem] items-center rounded-control transition',
        // One background: a pointer over a chosen chat, or its being open, may not hide that it is chosen.
        selecting?.ids.has(id) ? 'bg-accent-soft' : id === currentId ? 'bg-pressed hover:bg-hover' : 'hover:bg-hover'
      )}
    >
      {renamingId === id ? (
        <RenameField conversation={conversation} />
      ) : selecting ? (
        <ChoiceOfRow conversation={conversation} selecting={selecting} />
      ) : (
        <LinkOfRow conversation={conversation} />
      )}
    </li>
  )
}

function LinkOfRow({ conversation }: RowProps) {
  const { id } = conversation
  const { currentId, actions, rename, onPick } = useList()
  const dragging = useDragging(id)
  const isOpen = conversation.archived_at === null
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'F2' && isOpen) rename(id)
    else if (event.key === 'Delete') actions.remove([conversation])
    else return
    event.preventDefault()
  }
  return (
    <>
      <Link
        {...dragging}
        to={chatLink(chatPathOf(conversation), id)}
        aria-current={id === currentId ? 'page' : undefined}
        aria-keyshortcuts={isOpen ? 'F2 Delete' : 'Delete'}
        onClick={() => onPick(conversation)}
        onDoubleClick={() => isOpen && rename(id)}
        onKeyDown={onKeyDown}
        className="min-w-0 grow rounded-control px-3 py-1.5 group-focus-within:pr-10 group-hover:pr-10 pointer-coarse:py-2 pointer-coarse:pr-12"
      >
        <Words conversation={conversation} />
      </Link>
      <RowMenu conversation={conversation} />
    </>
  )
}

/** While several are chosen, a press on a row chooses it. */
function ChoiceOfRow({ conversation, selecting }: RowProps & { selecting: Selecting }) {
  const { id } = conversation
  const dragging = useDragging(id)
  return (
    <label
      {...dragging}
      className="flex min-w-0 grow cursor-pointer items-center gap-2.5 py-1.5 pr-3 pl-3 select-none pointer-coarse:py-2"
    >
      <input
        type="checkbox"
        aria-label={shownTitle(conversation)}
        checked={selecting.ids.has(id)}
        onChange={(event) => {
          const isRange = event.nativeEvent instanceof MouseEvent && event.nativeEvent.shiftKey
          selecting.toggle(id, event.target.closest('[data-chats]'), isRange)
        }}
        className="size-4.5 shrink-0"
      />
      <span className="min-w-0">
        <Words conversation={conversation} />
      </span>
    </label>
  )
}

/** The name, and below it the service, where there are several, when it was written in last, and its folder, where it is shown apart from it: a long name hides nothing else. */
function Words({ conversation }: RowProps) {
  const { scope, conversations, currentId } = useList()
  const folder =
    conversation.archived_at !== null && conversations.folders.find(({ id }) => id === conversation.folder_id)
  const service = scope === 'all' ? `${tools[chatPathOf(conversation)].title} · ` : ''
  return (
    <>
      <span dir="auto" className="block truncate text-start text-small font-medium">
        {shownTitle(conversation)}
      </span>
      {conversations.running.has(conversation.id) ? (
        <span className="flex items-center gap-1.5 text-caption text-accent-strong">
          <span className="size-1.5 animate-pulse rounded-full bg-accent" aria-hidden />
          Отвечает
        </span>
      ) : (
        <time
          dateTime={new Date(conversation.updated_at).toISOString()}
          className={clsx(
            'block truncate text-caption',
            conversation.id === currentId ? 'text-ink-soft' : 'text-ink-faint'
          )}
        >
          {`${service}${formatMoment(conversation.updated_at)}${folder ? ` · ${folder.name}` : ''}`}
        </time>
      )}
    </>
  )
}

function RowMenu({ conversation }: RowProps) {
  const { actions, renamingId } = useList()
  const isRenaming = useRef(false)
  return (
    <Menu
      align="end"
      // The field for the name has the focus by then.
      onCloseAutoFocus={(event) => {
        if (isRenaming.current || renamingId !== null) event.preventDefault()
        isRenaming.current = false
      }}
      trigger={
        <IconButton
          label={`Действия с чатом «${shownTitle(conversation)}»`}
          size="small"
          icon={<Ellipsis size={16} />}
          className={appearingClass}
        />
      }
    >
      {conversation.archived_at === null ? (
        <OpenItems conversation={conversation} onRename={() => (isRenaming.current = true)} />
      ) : (
        <>
          <MenuItem
            icon={<ArchiveRestore size={16} />}
            onSelect={() => actions.place([conversation], { archived: false })}
          >
            Вернуть из архива
          </MenuItem>
          <OutOfFolder conversation={conversation} />
        </>
      )}
      <RemoveItem onSelect={() => actions.remove([conversation])} />
    </Menu>
  )
}

function OpenItems({ conversation, onRename }: RowProps & { onRename: () => void }) {
  const { actions, rename } = useList()
  const isPinned = conversation.pinned_at !== null
  const startRenaming = () => {
    onRename()
    rename(conversation.id)
  }
  return (
    <>
      <MenuItem
        icon={isPinned ? <PinOff size={16} /> : <Pin size={16} />}
        onSelect={() => actions.place([conversation], { pinned: !isPinned })}
      >
        {isPinned ? 'Открепить' : 'Закрепить'}
      </MenuItem>
      <MenuItem icon={<FolderInput size={16} />} onSelect={() => actions.file([conversation])}>
        В папку…
      </MenuItem>
      <OutOfFolder conversation={conversation} />
      <RenameItem onSelect={startRenaming} />
      <MenuItem icon={<UserRoundCog size={16} />} onSelect={() => actions.instruct(conversation)}>
        Инструкция чата
      </MenuItem>
      <LeavingItems
        subject={{ id: conversation.id, title: shownTitle(conversation) }}
        acts={{ share: () => actions.share(conversation), save: () => actions.save(conversation) }}
      />
      <MenuItem icon={<Archive size={16} />} onSelect={() => actions.place([conversation], { archived: true })}>
        В архив
      </MenuItem>
    </>
  )
}

function OutOfFolder({ conversation }: RowProps) {
  const { actions } = useList()
  if (conversation.folder_id === null) return null
  return (
    <MenuItem icon={<FolderMinus size={16} />} onSelect={() => actions.place([conversation], { folderId: null })}>
      Убрать из папки
    </MenuItem>
  )
}
