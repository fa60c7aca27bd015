import { use, type ReactNode } from 'react'
import { clsx } from 'clsx'
import { House, SquarePen } from 'lucide-react'
import { Link } from 'react-router-dom'
import type { ChatPage } from '#contract/catalogue/chat.ts'
import { BackButton } from '../../base/page/back-button.tsx'
import { SiteMenu } from '../../base/page/site-menu.ts'
import { paths } from '../../base/paths.ts'
import { Badge } from '../../base/ui/badge.tsx'
import { buttonClass } from '../../base/ui/button.tsx'
import { iconButtonClass } from '../../base/ui/icon-button.tsx'

interface ChatBarProps {
  page: ChatPage
  /** Of the open conversation; null: a new one, or not known yet. */
  name: string | null
  /** A conversation is open, whether its name is known yet or not. */
  hasName: boolean
  model: ReactNode
  history: ReactNode
  menu: ReactNode
  onNew: () => void
}

/**
 * The top of a chat page: back, home, the model, past conversations, new conversation. On phones it is the only bar, so the site's
 * menu, which leads home, stands for the ways back. Where there is no room beside the buttons, the name stands in a line above them.
 */
export function ChatBar({ page, name, hasName, model, history, menu, onNew }: ChatBarProps) {
  const siteMenu = use(SiteMenu)
  return (
    <header
      className={clsx(
        'sticky top-(--top-bar-height) z-20 h-15 shrink-0 border-b border-line bg-paper',
        hasName && 'max-lg:h-20'
      )}
    >
      <div className={clsx('self-contained flex h-full items-center gap-1 px-2 sm:px-4', hasName && 'max-lg:pt-5')}>
        <span className="md:hidden">{siteMenu}</span>
        <div className="flex max-md:hidden">
          <BackButton />
          <Link to={paths.home} aria-label="На главную" title="На главную" className={iconButtonClass()}>
            <House size={19} aria-hidden />
          </Link>
        </div>
        <h1 className="ml-2 text-body font-semibold whitespace-nowrap max-md:sr-only">{page.title}</h1>
        <Badge className="ml-1 max-xl:hidden">{page.badge}</Badge>
        <div className="mx-1 min-w-0 md:mx-3 md:shrink-0">{model}</div>
        {name !== null && (
          <p className="min-w-0 truncate text-small text-ink-soft max-lg:absolute max-lg:inset-x-4 max-lg:top-1.5 max-lg:text-center max-lg:text-caption">
            {name}
          </p>
        )}
        <div className="ml-auto flex shrink-0 items-center">
          {menu}
          {history}
          <button
            type="button"
            aria-label="Новый чат"
            title="Новый чат"
            onClick={onNew}
            className={buttonClass({ variant: 'ghost', className: 'px-3' })}
          >
            <SquarePen size={19} aria-hidden />
            <span className="hidden md:inline">Новый чат</span>
          </button>
        </div>
      </div>
    </header>
  )
}
