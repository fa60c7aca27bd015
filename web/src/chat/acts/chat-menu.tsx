import { Suspense } from 'react'
import { Brain, Download, Ellipsis, Keyboard, Pencil, Search, Share2, Sparkles, Trash2 } from 'lucide-react'
import { useQueryClient } from '@tanstack/react-query'
import type { Conversation } from '#contract/chats.ts'
import type { Memory } from '#contract/memory.ts'
import { memoryKey } from '../../base/http/query-keys.ts'
import { IconButton } from '../../base/ui/icon-button.tsx'
import { Menu, MenuItem } from '../../base/ui/menu.tsx'
import { late } from '../../base/page/late.ts'
import { messagesQuery, subjectOf } from '../conversations/conversations.ts'

export type Subject = Pick<Conversation, 'id' | 'title'>

/** They open the dialogs. */
export interface ChatActs {
  share: (subject: Subject) => void
  save: (subject: Subject) => void
  rename: (conversation: Conversation) => void
  remove: (conversation: Conversation) => void
  /** Opens the user's memory. */
  recall: (conversation: Conversation) => void
  /** Of works without a question. */
  allow: (id: number) => void
}

interface LeavingProps {
  subject: Subject
  acts: Pick<ChatActs, 'share' | 'save'>
}

interface ChatMenuProps {
  /** Null: a new conversation, of which there is nothing to share or to save. */
  id: number | null
  /** The same; null until it is known: a file has its name. */
  conversation: Conversation | null
  acts: ChatActs
  /** On phones, whose bar has no room for a button; null: there is nothing to search. */
  onSearch: (() => void) | null
  /** Where there is a keyboard. */
  onShortcuts: () => void
}

const DocumentItems = late(async () => (await import('../documents/document-items.tsx')).DocumentItems)

const whereKeysAre = 'max-sm:hidden pointer-coarse:hidden'

/** What can be done with the open conversation as a whole, and what has no place in the bar. */
export const ChatMenu = ({ id, conversation, acts, onSearch, onShortcuts }: ChatMenuProps) => (
  <Menu
    align="end"
    trigger={
      <IconButton
        label={id ? 'Действия с этим чатом' : 'Ещё'}
        icon={<Ellipsis size={19} />}
        // A new chat has only the keys to show.
        className={id ? '' : whereKeysAre}
      />
    }
  >
    {conversation?.archived_at === null && <RenameItem onSelect={() => acts.rename(conversation)} />}
    {conversation && <LeavingItems subject={subjectOf(conversation)} acts={acts} />}
    {id && (
      <MenuItem icon={<Sparkles size={16} />} onSelect={() => acts.allow(id)}>
        Создавать без вопроса…
      </MenuItem>
    )}
    {conversation && <MemoryItem conversation={conversation} acts={acts} />}
    {conversation && (
      <Suspense>
        <DocumentItems conversation={conversation} />
      </Suspense>
    )}
    {conversation && <RemoveItem onSelect={() => acts.remove(conversation)} />}
    {id && onSearch && (
      <MenuItem icon={<Search size={16} />} onSelect={onSearch} className="sm:hidden">
        Поиск по чатам
      </MenuItem>
    )}
    <MenuItem icon={<Keyboard size={16} />} onSelect={onShortcuts} className={whereKeysAre}>
      Горячие клавиши
    </MenuItem>
  </Menu>
)

/** Switches the user's memory off and on for this chat; opens it where it is off everywhere. */
function MemoryItem({ conversation, acts }: { conversation: Conversation; acts: Pick<ChatActs, 'recall'> }) {
  const queries = useQueryClient()
  const { id } = conversation
  const icon = <Brain size={16} />
  if (!queries.getQueryData<Memory>(memoryKey)?.isOn)
    return (
      <MenuItem icon={icon} onSelect={() => acts.recall(conversation)}>
        Память…
      </MenuItem>
    )
  const isOff = queries.getQueryData(messagesQuery(id).queryKey)?.pages[0]?.settings?.memory === false
  const toggle = () =>
    void import('../memory/chat-memory.ts').then(({ switchChatMemory }) => switchChatMemory(queries, id, isOff))
  return (
    <MenuItem icon={icon} onSelect={toggle}>
      {isOff ? 'Использовать память в этом чате' : 'Не использовать память в этом чате'}
    </MenuItem>
  )
}

/** How a conversation leaves the page. */
export const LeavingItems = ({ subject, acts }: LeavingProps) => (
  <>
    <MenuItem icon={<Share2 size={16} />} onSelect={() => acts.share(subject)}>
      Поделиться…
    </MenuItem>
    <MenuItem icon={<Download size={16} />} onSelect={() => acts.save(subject)}>
      Скачать…
    </MenuItem>
  </>
)

interface ItemProps {
  onSelect: () => void
}

export const RenameItem = ({ onSelect }: ItemProps) => (
  <MenuItem icon={<Pencil size={16} />} onSelect={onSelect}>
    Переименовать
  </MenuItem>
)

export const RemoveItem = ({ onSelect }: ItemProps) => (
  <MenuItem icon={<Trash2 size={16} />} onSelect={onSelect} className="text-danger">
    Удалить
  </MenuItem>
)
