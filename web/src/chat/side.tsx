// What stands beside a chat on wide windows: the tools as a rail, and the chats of all services. It stays while the user goes from
// one chat page to another, with its scroll. Its list is loaded after the first frame.
import { lazy, Suspense, type ReactNode } from 'react'
import { PanelLeft, SquarePen } from 'lucide-react'
import { Link, useLocation, useNavigate } from 'react-router-dom'
import { useIsFromBuild, useUsersOnly } from '../base/page/from-build.ts'
import { setFold } from '../base/page/folds.ts'
import { ToolsRail } from '../base/page/tools-rail.tsx'
import { siteTitle } from '../base/pages.ts'
import { paths } from '../base/paths.ts'
import { useSession } from '../base/session/session.tsx'
import { IconButton } from '../base/ui/icon-button.tsx'
import { Skeleton } from '../base/ui/skeleton.tsx'
import { openSearch, SearchFieldButton } from './search/search-button.tsx'

const Chats = lazy(async () => ({ default: (await import('./history/lists.tsx')).Chats }))

export const Side = () => (
  <>
    <ToolsRail />
    <aside
      aria-label="Чаты"
      className="sticky top-0 hidden h-dvh w-64 not-in-data-[cookie-notice=read]:pb-11 shrink-0 flex-col border-r border-line lg:flex xl:w-68 lg:in-data-[chats-panel=closed]:hidden"
    >
      <div className="flex h-15 shrink-0 items-center gap-2 pr-2 pl-4">
        {/* The sign beside it is a link home for everybody. */}
        <Link
          to={paths.home}
          aria-hidden
          tabIndex={-1}
          className="truncate text-small font-semibold tracking-tight xl:in-data-[tools-menu=open]:invisible"
        >
          {siteTitle}
        </Link>
        <IconButton
          label="Скрыть список чатов"
          icon={<PanelLeft size={19} />}
          data-fold="close-chats"
          onClick={() => setFold('chats', true, 'open-chats')}
          className="ml-auto"
        />
      </div>
      <ChatsTop />
      <ChatsOfUser>
        <Chats />
      </ChatsOfUser>
    </aside>
  </>
)

/** Above the list: a new chat, and the search. */
export function ChatsTop({ onDone }: { onDone?: () => void }) {
  const navigate = useNavigate()
  const { pathname } = useLocation()
  const { status } = useSession()
  const isFromBuild = useIsFromBuild()
  return (
    <div className="flex shrink-0 flex-col gap-1 px-2 pb-2">
      <button
        type="button"
        aria-keyshortcuts="Control+Shift+O Meta+Shift+O"
        onClick={() => {
          onDone?.()
          void navigate(pathname)
        }}
        className="flex h-10 items-center gap-3 rounded-control px-3 text-small font-medium transition hover:bg-hover pointer-coarse:h-11"
      >
        <SquarePen size={17} aria-hidden className="text-ink-soft" />
        Новый чат
      </button>
      {(status !== 'signed-out' || isFromBuild) && (
        <SearchFieldButton
          onClick={() => {
            onDone?.()
            openSearch()
          }}
        />
      )}
    </div>
  )
}

/** The list of a user, or that there is none. */
export function ChatsOfUser({ children }: { children: ReactNode }) {
  const { status } = useSession()
  const isFromBuild = useIsFromBuild()
  const usersOnly = useUsersOnly()
  if (isFromBuild)
    return (
      <>
        <NoChats />
        <div className={usersOnly}>
          <ListLoading />
        </div>
      </>
    )
  if (status === 'signed-out') return <NoChats />
  if (status === 'loading') return <ListLoading />
  return <Suspense fallback={<ListLoading />}>{children}</Suspense>
}

const NoChats = () => (
  <p className="px-5 py-6 text-center text-small text-ink-faint in-data-[session=stored]:hidden">История чатов пуста</p>
)

/** As high as what the list begins with. */
export const ListLoading = () => (
  <output aria-label="Загрузка бесед" className="flex flex-col gap-5 px-5 pt-4">
    {['w-4/5', 'w-3/5', 'w-11/12', 'w-2/3', 'w-3/4'].map((width) => (
      <Skeleton key={width} className={`h-6 ${width}`} />
    ))}
  </output>
)
