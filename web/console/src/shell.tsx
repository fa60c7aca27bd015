import { useEffect, useRef, useState, type MouseEvent, type ReactNode } from 'react'
import { LogOut, Menu as MenuIcon } from 'lucide-react'
import { clsx } from 'clsx'
import { errorText } from '../../src/base/http/error-text.ts'
import { queryClient } from '../../src/base/http/query-client.ts'
import { ThemeSwitch } from '../../src/base/page/theme-switch.tsx'
import { Button } from '../../src/base/ui/button.tsx'
import { Dialog } from '../../src/base/ui/dialog.tsx'
import { IconButton } from '../../src/base/ui/icon-button.tsx'
import { notify } from '../../src/base/ui/notify.ts'
import { hrefOf } from './base/address.ts'
import { sessionKey } from './base/call.ts'
import { serverNow, tellMoment } from './base/server-clock.ts'
import { leave, roleNames, useOperator } from './base/use-operator.ts'
import { pageGroups, pages, type PageGroup } from './base/pages.ts'

/** `setTimeout` takes no longer times; a session is much shorter. */
const timerMaxMs = 2 ** 31 - 1

/** When the session ends, the sign-in is shown at once, and not only at the next click. */
function useSessionEnd(endsAt: number) {
  useEffect(() => {
    const left = Math.min(Math.max(0, endsAt - serverNow()) + 1000, timerMaxMs)
    const timer = setTimeout(() => void queryClient.invalidateQueries({ queryKey: sessionKey }), left)
    return () => clearTimeout(timer)
  }, [endsAt])
}

/** The menu at the left on wide screens, behind a button on narrow ones, and who has entered. */
export function Shell({ path, children }: { path: string; children: ReactNode }) {
  const [open, setOpen] = useState(false)
  const content = useRef<HTMLElement>(null)
  const { ends_at } = useOperator()
  useSessionEnd(ends_at)
  // The link must not become the address of a page.
  const skip = (event: MouseEvent) => {
    event.preventDefault()
    content.current?.focus()
  }
  return (
    <div className="flex min-h-dvh flex-col">
      <a
        href="#content"
        onClick={skip}
        className="fixed top-2 left-2 z-50 -translate-y-[200%] rounded-control bg-ink px-4 py-3 text-small font-medium text-on-ink focus:translate-y-0"
      >
        Перейти к содержанию
      </a>
      <header className="sticky top-0 z-30 flex h-(--top-bar-height) shrink-0 items-center gap-2 border-b border-line bg-paper px-2 sm:px-4 cramped:static cramped:h-auto cramped:min-h-15 max-[20rem]:flex-wrap">
        <IconButton
          label="Открыть меню"
          icon={<MenuIcon size={21} />}
          aria-expanded={open}
          aria-haspopup="dialog"
          onClick={() => setOpen(true)}
          className="lg:hidden"
        />
        <a href={hrefOf('/')} className="rounded-control px-2 py-2 font-semibold tracking-tight">
          Консоль
        </a>
        <Who />
      </header>
      <div className="flex grow">
        <aside
          aria-label="Меню"
          className="sticky top-(--top-bar-height) hidden h-[calc(100dvh-var(--top-bar-height))] w-64 shrink-0 flex-col border-r border-line lg:flex"
        >
          <div className="grow overflow-y-auto px-3 py-4">
            <ShellMenu path={path} />
          </div>
          <div className="border-t border-line p-3">
            <ThemeSwitch />
          </div>
        </aside>
        <main ref={content} id="content" tabIndex={-1} data-route-focus className="flex min-w-0 grow flex-col">
          {children}
        </main>
      </div>
      <Dialog
        open={open}
        onOpenChange={setOpen}
        side="left"
        title="Меню"
        closeLabel="Закрыть меню"
        className="flex flex-col lg:hidden"
      >
        <div className="grow overflow-y-auto overscroll-contain px-3 pb-4">
          <ShellMenu path={path} onChoose={() => setOpen(false)} />
        </div>
        <div className="border-t border-line p-3">
          <ThemeSwitch />
        </div>
      </Dialog>
    </div>
  )
}

function Who() {
  const { name, role, ends_at } = useOperator()
  const [busy, setBusy] = useState(false)
  const go = () => {
    setBusy(true)
    leave().catch((error: unknown) => {
      setBusy(false)
      notify.error(errorText(error))
    })
  }
  return (
    <div className="ml-auto flex min-w-0 items-center gap-2 max-[20rem]:contents">
      <p className="min-w-0 text-right text-caption leading-tight max-[20rem]:order-last max-[20rem]:basis-full max-[20rem]:px-2 max-[20rem]:pb-2 max-[20rem]:text-left">
        <span className="block truncate">
          <span className="font-medium">{name}</span>
          <span>{`, ${roleNames[role]}`}</span>
        </span>
        <span className="block truncate text-ink-faint">{`вход до ${tellMoment(ends_at)}`}</span>
      </p>
      <Button
        variant="ghost"
        size="small"
        busy={busy}
        icon={<LogOut size={16} aria-hidden />}
        onClick={go}
        className="max-[20rem]:ml-auto"
      >
        Выйти
      </Button>
    </div>
  )
}

const groups = Object.keys(pageGroups) as PageGroup[]

/** The menu is longer than many windows. */
const show = (entry: Element | null) => entry?.scrollIntoView({ block: 'nearest' })

interface ShellMenuProps {
  /** Of the page that is shown. */
  path: string
  onChoose?: () => void
}

/** The pages that the operator's role may open. */
function ShellMenu({ path: current, onChoose }: ShellMenuProps) {
  const { may } = useOperator()
  const allowed = pages.filter(({ permission }) => may(permission))
  return (
    <nav aria-label="Страницы консоли" className="flex flex-col gap-5">
      {groups
        .filter((group) => allowed.some((page) => page.group === group))
        .map((group) => (
          <section key={group} aria-label={pageGroups[group]}>
            <h2 className="px-3 pb-1 text-caption text-ink-faint">{pageGroups[group]}</h2>
            <ul>
              {allowed
                .filter((page) => page.group === group)
                .map(({ path, title }) => (
                  <li key={path}>
                    <a
                      ref={path === current ? show : undefined}
                      href={hrefOf(path)}
                      onClick={onChoose}
                      aria-current={path === current ? 'page' : undefined}
                      className={clsx(
                        'flex min-h-10 items-center rounded-control px-3 py-1.5 text-small transition pointer-coarse:min-h-11',
                        path === current
                          ? 'bg-pressed font-medium text-ink'
                          : 'text-ink-soft hover:bg-hover hover:text-ink'
                      )}
                    >
                      {title}
                    </a>
                  </li>
                ))}
            </ul>
          </section>
        ))}
    </nav>
  )
}
