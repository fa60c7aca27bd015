// A user's last chats and works on the home page. What there is nothing of is left out.
import { useEffect, useSyncExternalStore } from 'react'
import { clsx } from 'clsx'
import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router-dom'
import { tools } from '#contract/catalogue/menu.ts'
import type { Conversation } from '#contract/chats.ts'
import type { Job } from '#contract/jobs.ts'
import { formatAgo } from '../../base/format/dates.ts'
import { paths } from '../../base/paths.ts'
import { serverNow } from '../../base/session/prices.ts'
import { useSession } from '../../base/session/session.tsx'
import { LoadFailure } from '../../base/ui/states.tsx'
import { chatLink } from '../../chat/conversations/addresses.ts'
import { chatPathOf, recentChatsQuery, shownTitle } from '../../chat/conversations/conversations.ts'
import { Preview } from '../../jobs/gallery/job-tile.tsx'
import { recentWorksQuery } from '../../jobs/gallery/library-calls.ts'
import { forgettings, isForgotten, onJobEnd, onJobsChange } from '../../media/job/job-store.ts'
import { nameOf, toolOf } from '../../media/job/job-words.ts'
import { markRecent } from '../../site/home/recent-mark.ts'
import {
  ChatsPlace,
  chatsTitle,
  RecentBlock,
  recentRowClass,
  recentRowsClass,
  RecentRoom,
  recentTileClass,
  recentTilesClass,
  WorksPlace,
  worksTitle
} from '../../site/home/recent-place.tsx'

interface Part<Item> {
  /** Undefined: they are being loaded, or could not be. */
  items: readonly Item[] | undefined
  isFailed: boolean
  reload: () => void
}

/** Both are asked for at once. */
export function Recent() {
  const { user } = useSession()
  const chats = useQuery({ ...recentChatsQuery, enabled: user !== null })
  const works = useQuery({ ...recentWorksQuery, enabled: user !== null })
  const { refetch } = works
  useEffect(() => onJobEnd(() => void refetch()), [refetch])
  useSyncExternalStore(onJobsChange, forgettings)
  const shownWorks = works.data?.filter(({ id }) => !isForgotten(id))
  const [chatCount, workCount] = [chats.data?.items.length, shownWorks?.length]
  useEffect(() => {
    if (chatCount !== undefined && workCount !== undefined) markRecent(chatCount, workCount)
  }, [chatCount, workCount])
  if (chatCount === 0 && workCount === 0) return null
  const isShown = Boolean(chatCount) || Boolean(workCount) || chats.isError || works.isError
  return (
    <RecentRoom className={clsx('flex-col', isShown ? 'flex' : 'hidden in-data-[recent]:flex')}>
      <Chats
        items={chats.data?.items}
        isFailed={chats.isError}
        reload={() => void chats.refetch()}
        running={chats.data?.running ?? []}
      />
      <Works items={shownWorks} isFailed={works.isError} reload={() => void refetch()} />
    </RecentRoom>
  )
}

function Chats({ items, isFailed, reload, running }: Part<Conversation> & { running: readonly number[] }) {
  if (!items)
    return isFailed ? (
      <RecentBlock title={chatsTitle}>
        <LoadFailure what="чаты" onRetry={reload} />
      </RecentBlock>
    ) : (
      <ChatsPlace />
    )
  const [latest] = items
  if (!latest) return null
  return (
    <RecentBlock title={chatsTitle} all={{ to: chatPathOf(latest), text: 'Все чаты' }}>
      <ul className={recentRowsClass}>
        {items.map((chat) => (
          <li key={chat.id} className={recentRowClass}>
            <ChatRow chat={chat} isRunning={running.includes(chat.id)} />
          </li>
        ))}
      </ul>
    </RecentBlock>
  )
}

function ChatRow({ chat, isRunning }: { chat: Conversation; isRunning: boolean }) {
  const path = chatPathOf(chat)
  return (
    <Link
      to={chatLink(path, chat.id)}
      className="-mx-3 flex h-full flex-col justify-center rounded-control px-3 transition hover:bg-hover"
    >
      <span dir="auto" className="block truncate text-start text-small font-medium">
        {shownTitle(chat)}
      </span>
      <span className="block truncate text-caption text-ink-faint">
        <span>{`${tools[path].title} · `}</span>
        {isRunning ? (
          <span className="text-accent-strong">Отвечает</span>
        ) : (
          <time dateTime={new Date(chat.updated_at).toISOString()}>{formatAgo(chat.updated_at, serverNow())}</time>
        )}
      </span>
    </Link>
  )
}

function Works({ items, isFailed, reload }: Part<Job>) {
  if (!items)
    return isFailed ? (
      <RecentBlock title={worksTitle}>
        <LoadFailure what="работы" onRetry={reload} />
      </RecentBlock>
    ) : (
      <WorksPlace />
    )
  if (items.length === 0) return null
  return (
    <RecentBlock title={worksTitle} all={{ to: paths.library, text: 'Все работы' }}>
      <ul className={recentTilesClass}>
        {items.map((job) => (
          <li key={job.id}>
            <WorkTile job={job} />
          </li>
        ))}
      </ul>
    </RecentBlock>
  )
}

function WorkTile({ job }: { job: Job }) {
  const [file] = job.files
  const name = `${nameOf(job)}, ${toolOf(job)}`
  return (
    <Link
      to={`${paths.library}?${new URLSearchParams({ work: job.id })}`}
      aria-label={name}
      title={name}
      className={`relative block overflow-hidden rounded-control bg-sunken transition hover:opacity-90 ${recentTileClass}`}
    >
      {file && <Preview key={file.id} job={job} file={file} />}
    </Link>
  )
}
