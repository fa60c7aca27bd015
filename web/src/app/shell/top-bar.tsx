import { clsx } from 'clsx'
import { Coins, House, Images, Menu as MenuIcon, UserRound } from 'lucide-react'
import { lazy, Suspense, useState } from 'react'
import { Link, NavLink } from 'react-router-dom'
import { menuLinks } from '#contract/catalogue/menu.ts'
import { formatTokens } from '../../base/format/tokens.ts'
import { withQueries } from '../../base/http/queries.tsx'
import { paths } from '../../base/paths.ts'
import { useSignInPath } from '../../base/session/return-path.ts'
import { useSession, visitorsOnly } from '../../base/session/session.tsx'
import { buttonClass } from '../../base/ui/button.tsx'
import { FailureBoundary } from '../../base/ui/failure-boundary.tsx'
import { IconButton, iconButtonClass } from '../../base/ui/icon-button.tsx'
import { lateDialog } from '../../base/ui/late-dialog.tsx'
import { Skeleton } from '../../base/ui/skeleton.tsx'

/** Logo and name, as a link to the home page. */
export const Brand = ({ nameClass }: { nameClass?: string | undefined }) => (
  <Link to={paths.home} className="flex h-11 min-w-0 items-center gap-2.5 rounded-control font-semibold tracking-tight">
    <BrandMark />
    <span className={clsx('truncate', nameClass)}>Мощная AI Платформа</span>
  </Link>
)

const BrandMark = () => (
  <svg viewBox="0 0 28 28" className="size-7 shrink-0" aria-hidden>
    <rect width="28" height="28" rx="8" className="fill-ink" />
    <path
      d="M7.5 20.5 14 7.5l6.5 13"
      fill="none"
      strokeWidth="2.4"
      className="stroke-on-ink"
      strokeLinecap="round"
      strokeLinejoin="round"
    />
    <circle cx="14" cy="17.4" r="2.1" className="fill-accent" />
  </svg>
)

const loadSlideOver = () => import('./slide-over.tsx')
const SlideOver = lateDialog(async () => (await loadSlideOver()).SlideOver)
const loadJobsTray = () => withQueries(() => import('../../jobs/tray/jobs-tray.tsx'))
const JobsTray = lazy(async () => ({ default: (await loadJobsTray()).JobsTray }))
const UserMenu = lazy(async () => ({ default: (await import('./user-menu.tsx')).UserMenu }))

export function TopBar() {
  const { status } = useSession()
  return (
    <header
      data-site-bar=""
      className="sticky top-0 z-30 h-15 shrink-0 border-b border-line bg-paper px-2 sm:px-4 short:static"
    >
      <div className="self-contained flex h-full items-center gap-1 sm:gap-2">
        <MenuButton />
        <Brand
          nameClass={
            // Between the links and the balance only half of the name would have room.
            status === 'signed-out'
              ? 'max-sm:in-data-[session=stored]:sr-only md:max-lg:in-data-[session=stored]:sr-only'
              : 'max-sm:sr-only md:max-lg:sr-only'
          }
        />
        <nav aria-label="Разделы" className="ml-4 hidden items-center gap-1 md:flex">
          <SectionLink path={paths.home} title="Главная" icon={<House size={17} aria-hidden />} />
          {menuLinks.map(({ path, title }) => (
            <SectionLink key={path} path={path} title={title} />
          ))}
        </nav>
        <div className="ml-auto flex items-center gap-1 sm:gap-2">
          <Account />
        </div>
      </div>
    </header>
  )
}

const SectionLink = ({ path, title, icon }: { path: string; title: string; icon?: React.ReactNode }) => (
  <NavLink
    to={path}
    end
    className="flex h-11 items-center gap-2 rounded-control px-3 text-small text-ink-soft transition hover:text-ink aria-[current=page]:text-ink"
  >
    {icon}
    <span>{title}</span>
  </NavLink>
)

export function MenuButton() {
  const [open, setOpen] = useState(false)
  return (
    <>
      <IconButton
        label="Открыть меню"
        icon={<MenuIcon size={21} />}
        aria-expanded={open}
        aria-haspopup="dialog"
        onPointerEnter={() => void loadSlideOver()}
        onClick={() => setOpen(true)}
        className="lg:hidden"
      />
      <SlideOver open={open} onOpenChange={setOpen} />
    </>
  )
}

export function Account() {
  const session = useSession()
  const signIn = useSignInPath()
  const { status, user } = session
  if (status === 'loading') return <Skeleton className="h-11 w-57" />
  if (status === 'signed-out') {
    return (
      <Link to={signIn} className={buttonClass({ className: visitorsOnly(status) })}>
        Войти
      </Link>
    )
  }
  // When the balance could not be loaded, showing 0 would be wrong.
  const balance = session.status === 'signed-in' && session.unread ? 'Баланс' : formatTokens(user?.tokens ?? 0)
  return (
    <>
      <Link to={paths.subscription} className={buttonClass({ variant: 'ghost', className: 'px-3' })}>
        <Coins size={17} className="text-accent" aria-hidden />
        <span className="tabular-nums">{balance}</span>
      </Link>
      <Later icon={<Images size={20} />} instead="Мои работы" path={paths.library}>
        <JobsTray />
      </Later>
      <Later icon={<UserRound size={20} />} instead="Профиль" path={paths.profile}>
        <UserMenu />
      </Later>
    </>
  )
}

interface LaterProps {
  icon: React.ReactNode
  /** The name of the page that does what the button would, which a link opens where the button cannot be loaded or fails. */
  instead: string
  path: string
  children: React.ReactNode
}

/** A button of the bar that comes after the page. */
export const Later = ({ icon, instead, path, children }: LaterProps) => (
  <FailureBoundary
    failure={
      <Link to={path} aria-label={instead} title={instead} className={iconButtonClass()}>
        {icon}
      </Link>
    }
  >
    <Suspense
      fallback={
        <span className={iconButtonClass()} aria-hidden>
          {icon}
        </span>
      }
    >
      {children}
    </Suspense>
  </FailureBoundary>
)
