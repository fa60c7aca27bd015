// The place of a user's last chats and works. It is in the HTML of the build, out of sight but for what is marked (recent-mark.ts).
import type { ReactNode } from 'react'
import { clsx } from 'clsx'
import { Link } from 'react-router-dom'
import { buttonClass } from '../../base/ui/button.tsx'
import { Skeleton } from '../../base/ui/skeleton.tsx'

/** Beside each other where there is room; one alone takes all of it. */
export const RecentRoom = ({ className, children }: { className?: string; children: ReactNode }) => (
  <div className={clsx('-mt-8 gap-x-16 gap-y-10 sm:-mt-12 lg:flex-row', className)}>{children}</div>
)

interface RecentBlockProps {
  title: string
  /** The link to all of them; absent while there is none to show. */
  all?: { to: string; text: string }
  className?: string
  children: ReactNode
}

export const RecentBlock = ({ title, all, className, children }: RecentBlockProps) => (
  <section aria-label={title} className={clsx('@container min-w-0 flex-1', className)}>
    <div className="flex h-11 items-center justify-between gap-3">
      <h2 className="text-title font-semibold">{title}</h2>
      {all && (
        <Link
          to={all.to}
          className={buttonClass({ variant: 'ghost', size: 'small', className: '-mr-3 text-ink-soft' })}
        >
          {all.text}
        </Link>
      )}
    </div>
    {children}
  </section>
)

export const recentRowsClass = 'mt-1 flex flex-col gap-0.5'
export const recentRowClass = 'h-14'
export const recentTilesClass = 'mt-3 grid grid-cols-3 gap-2 @2xl:grid-cols-6'
export const recentTileClass = 'aspect-4/3'

// Tailwind finds only whole names.
const rows = [
  'in-data-[recent~=c1]:block',
  'in-data-[recent~=c2]:block',
  'in-data-[recent~=c3]:block',
  'in-data-[recent~=c4]:block',
  'in-data-[recent~=c5]:block'
]
const tiles = [
  'in-data-[recent~=w1]:block',
  'in-data-[recent~=w2]:block',
  'in-data-[recent~=w3]:block',
  'in-data-[recent~=w4]:block',
  'in-data-[recent~=w5]:block',
  'in-data-[recent~=w6]:block'
]

export const chatsTitle = 'Последние чаты'
export const worksTitle = 'Последние работы'

export const ChatsPlace = () => (
  <RecentBlock title={chatsTitle} className="hidden in-data-[recent~=c1]:block">
    <div aria-hidden className={recentRowsClass}>
      {rows.map((shown) => (
        <div key={shown} className={clsx('hidden py-2', recentRowClass, shown)}>
          <Skeleton className="h-10 w-full" />
        </div>
      ))}
    </div>
  </RecentBlock>
)

export const WorksPlace = () => (
  <RecentBlock title={worksTitle} className="hidden in-data-[recent~=w1]:block">
    <div aria-hidden className={recentTilesClass}>
      {tiles.map((shown) => (
        <div key={shown} className={clsx('hidden', shown)}>
          <Skeleton className={clsx('w-full', recentTileClass)} />
        </div>
      ))}
    </div>
  </RecentBlock>
)

export const RecentPlace = () => (
  <RecentRoom className="hidden flex-col in-data-[recent]:flex">
    <ChatsPlace />
    <WorksPlace />
  </RecentRoom>
)
