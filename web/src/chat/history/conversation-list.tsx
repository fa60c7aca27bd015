import { lazy, type ReactNode, Suspense, useState } from 'react'
import { Archive } from 'lucide-react'
import type { Folder } from '#contract/folders.ts'
import type { Conversation } from '#contract/chats.ts'
import { Button } from '../../base/ui/button.tsx'
import { Skeleton } from '../../base/ui/skeleton.tsx'
import type { Conversations } from '../conversations/use-conversations.ts'
import { ConversationRows, type RowActions } from './conversation-row.tsx'
import { Count, FolderGroup } from './folder-group.tsx'

const ArchiveList = lazy(async () => ({ default: (await import('./section-lists.tsx')).ArchiveList }))

export interface ListActions extends RowActions {
  onRenameFolder: (folder: Folder) => void
  onDeleteFolder: (folder: Folder) => void
}

export interface ConversationListProps extends ListActions {
  conversations: Conversations
  /** The service of the page. */
  service: string
  currentId: number | null
  /** Chats of ChatGPT are brought here; null where they cannot be. */
  onBring: (() => void) | null
}

export function ConversationList(props: ConversationListProps) {
  const { service, onRenameFolder: _rename, onDeleteFolder: _delete, onBring, conversations, ...rows } = props
  const { running, state, archived, reload } = conversations
  const [shown, setShown] = useState<'list' | 'archive' | 'list again'>('list')
  if (state === 'loading') return <ListLoading />
  if (state === 'failed') return <ListFailed reload={reload} />
  if (shown === 'archive')
    return (
      <Suspense fallback={<ListLoading />}>
        <ArchiveList service={service} onBack={() => setShown('list again')} running={running} {...rows} />
      </Suspense>
    )
  return (
    <>
      <OpenChats {...props} />
      {archived > 0 && (
        <Button
          size="small"
          variant="ghost"
          icon={<Archive size={16} aria-hidden />}
          // oxlint-disable-next-line jsx-a11y/no-autofocus -- the focus comes back to what has opened the archive
          autoFocus={shown === 'list again'}
          onClick={() => setShown('archive')}
          className="mt-1 w-full justify-start! px-3! text-ink-soft"
        >
          Архив
          <Count of={archived} />
        </Button>
      )}
      {onBring && (
        <Button
          size="small"
          variant="ghost"
          onClick={onBring}
          className="mt-1 w-full justify-start! px-3! text-ink-soft"
        >
          Перенести из ChatGPT
        </Button>
      )}
    </>
  )
}

/** What is pinned, the folders, then the rest by days. */
function OpenChats(props: ConversationListProps) {
  const { conversations, service, currentId, onRenameFolder, onDeleteFolder, onBring: _bring, ...actions } = props
  const { items, pinned, folders, running, readAt, hasMore, loadingMore, loadMore } = conversations
  const rows = { currentId, running, ...actions }
  if (items.length + pinned.length + folders.length === 0)
    return (
      <p className="p-6 text-center text-small text-ink-faint in-data-[session=stored]:invisible">
        История чатов пуста
      </p>
    )
  return (
    <>
      {pinned.length > 0 && (
        <Group name="Закреплённые">
          <ConversationRows items={pinned} {...rows} />
        </Group>
      )}
      {folders.map((folder) => (
        <FolderGroup
          key={folder.id}
          folder={folder}
          service={service}
          onRename={() => onRenameFolder(folder)}
          onDelete={() => onDeleteFolder(folder)}
          rows={rows}
        />
      ))}
      {byDay(items, readAt).map((day) => (
        <Group key={day.name} name={day.name}>
          <ConversationRows items={day.conversations} {...rows} />
        </Group>
      ))}
      {hasMore && (
        <Button size="small" variant="ghost" busy={loadingMore} onClick={loadMore} className="mt-1 w-full">
          Показать ещё
        </Button>
      )}
    </>
  )
}

const Group = ({ name, children }: { name: string; children: ReactNode }) => (
  <section aria-label={name} className="mb-2">
    <h3 className="px-3 pt-2 pb-1 text-caption text-ink-faint">{name}</h3>
    {children}
  </section>
)

export const ListLoading = () => (
  <output aria-label="Загрузка бесед" className="flex flex-col gap-3 p-3">
    {['w-4/5', 'w-3/5', 'w-11/12', 'w-2/3'].map((width) => (
      <Skeleton key={width} className={`h-5 ${width}`} />
    ))}
  </output>
)

export const ListFailed = ({ reload }: { reload: () => void }) => (
  <div className="flex flex-col items-center gap-3 p-6 text-center text-small text-ink-soft">
    Не удалось загрузить беседы
    <Button size="small" variant="secondary" onClick={reload}>
      Попробовать ещё раз
    </Button>
  </div>
)

// Conversations under the names of their days, in the order in which they come.

const dayMs = 24 * 60 * 60 * 1000

const startOfDay = (time: number): number => new Date(time).setHours(0, 0, 0, 0)

/** The day of a time, in the user's time zone. */
function dayName(time: number, now: number): string {
  // Rounded: a day on which the clocks change has 23 or 25 hours.
  const days = Math.round((startOfDay(now) - startOfDay(time)) / dayMs)
  if (days <= 0) return 'Сегодня'
  if (days === 1) return 'Вчера'
  return days <= 7 ? '7 дней' : 'Раньше'
}

interface Day {
  name: string
  conversations: readonly Conversation[]
}

/** @param conversations the latest first */
function byDay(conversations: readonly Conversation[], now: number): Day[] {
  const days = Map.groupBy(conversations, ({ updated_at: time }) => dayName(time, now))
  return [...days].map(([name, those]) => ({ name, conversations: those }))
}
