// What stands around the list of chats from the first frame on, before the list itself is loaded.
import { Suspense, type ReactNode } from 'react'
import { SquarePen } from 'lucide-react'
import { useLocation, useNavigate } from 'react-router-dom'
import { useIsFromBuild, useUsersOnly } from '../../base/page/from-build.ts'
import { useSession } from '../../base/session/session.tsx'
import { Skeleton } from '../../base/ui/skeleton.tsx'
import { openSearch, SearchFieldButton } from '../search/search-button.tsx'

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
          <Bars />
        </div>
      </>
    )
  if (status === 'signed-out') return <NoChats />
  // The page asks who this is.
  if (status === 'loading') return <Bars />
  return <Suspense fallback={<ListLoading />}>{children}</Suspense>
}

const NoChats = () => (
  <p className="px-5 py-6 text-center text-small text-ink-faint in-data-[session=stored]:hidden">История чатов пуста</p>
)

/** As high as what the list begins with. */
const Bars = () => (
  <div aria-hidden className="flex flex-col gap-5 px-5 pt-4">
    {['w-4/5', 'w-3/5', 'w-11/12', 'w-2/3', 'w-3/4'].map((width) => (
      <Skeleton key={width} className={`h-6 ${width}`} />
    ))}
  </div>
)

export const ListLoading = () => (
  <output aria-label="Загрузка чатов" className="block">
    <Bars />
  </output>
)
