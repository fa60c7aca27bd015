import { type ReactNode, useState } from 'react'
import { Archive } from 'lucide-react'
import type { Conversation } from '#contract/chats.ts'
import { Button } from '../../base/ui/button.tsx'
import { ListLoading } from './frame.tsx'
import { ConversationRows } from './conversation-row.tsx'
import { dropClass, useDropTarget } from './dragging.ts'
import { Count, FolderGroup } from './folder-group.tsx'
import { useList } from './list-context.ts'
import { ListFailed } from './list-failed.tsx'
import { ArchiveList } from './section-lists.tsx'

const footClass = 'mt-1 w-full justify-start! px-3! text-ink-soft'

/** @param bringsChats chats of ChatGPT can be brought here */
export function ConversationList({ bringsChats }: { bringsChats: boolean }) {
  const { conversations, actions, selecting } = useList()
  const { state, archived, reload } = conversations
  const [shown, setShown] = useState<'list' | 'archive' | 'list again'>('list')
  if (state === 'loading') return <ListLoading />
  if (state === 'failed') return <ListFailed reload={reload} />
  if (shown === 'archive') return <ArchiveList onBack={() => setShown('list again')} />
  return (
    <>
      <OpenChats />
      {archived > 0 && (
        <Button
          size="small"
          variant="ghost"
          icon={<Archive size={16} aria-hidden />}
          // oxlint-disable-next-line jsx-a11y/no-autofocus -- the focus comes back to what has opened the archive
          autoFocus={shown === 'list again'}
          onClick={() => setShown('archive')}
          className={footClass}
        >
          Архив
          <Count of={archived} />
        </Button>
      )}
      {bringsChats && !selecting && (
        <Button size="small" variant="ghost" onClick={actions.bring} className={footClass}>
          Перенести из ChatGPT
        </Button>
      )}
    </>
  )
}

/** What is pinned, the folders, then the rest by days. */
function OpenChats() {
  const { items, pinned, folders, readAt, hasMore, loadingMore, loadMore } = useList().conversations
  if (items.length + pinned.length + folders.length === 0)
    return <p className="p-6 text-center text-small text-ink-faint">История чатов пуста</p>
  return (
    <>
      {pinned.length > 0 && <Pinned items={pinned} />}
      {folders.map((folder) => (
        <FolderGroup key={folder.id} folder={folder} />
      ))}
      <Rest hasFolders={folders.length > 0}>
        {byDay(items, readAt).map((day) => (
          <Group key={day.name} name={day.name}>
            <ConversationRows items={day.conversations} />
          </Group>
        ))}
      </Rest>
      {hasMore && (
        <Button size="small" variant="ghost" busy={loadingMore} onClick={loadMore} className="mt-1 w-full">
          Показать ещё
        </Button>
      )}
    </>
  )
}

function Pinned({ items }: { items: readonly Conversation[] }) {
  const { actions } = useList()
  const target = useDropTarget((chosen) => actions.place(chosen, { pinned: true }))
  return (
    <div {...target} className={dropClass}>
      <Group name="Закреплённые">
        <ConversationRows items={items} />
      </Group>
    </div>
  )
}

/** A chat that is dropped here leaves its folder, and the pinned ones. */
function Rest({ hasFolders, children }: { hasFolders: boolean; children: ReactNode }) {
  const { actions } = useList()
  const target = useDropTarget((chosen) => actions.place(chosen, { folderId: null, pinned: false }))
  return (
    <div {...(hasFolders && target)} className={dropClass}>
      {children}
    </div>
  )
}

const Group = ({ name, children }: { name: string; children: ReactNode }) => (
  <section aria-label={name} className="mb-2">
    <h3 className="px-3 pt-2 pb-1 text-caption text-ink-faint">{name}</h3>
    {children}
  </section>
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
