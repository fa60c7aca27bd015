import type { ReactNode } from 'react'
import { ArrowLeft, House, SquarePen } from 'lucide-react'
import { Link, useNavigate } from 'react-router-dom'
import type { ChatPage } from '#contract/catalogue/chat.ts'
import { paths } from '../../paths.ts'
import { Badge } from '../../ui/badge.tsx'
import { buttonClass } from '../../ui/button.tsx'
import { IconButton, iconButtonClass } from '../../ui/icon-button.tsx'

interface ChatBarProps {
  page: ChatPage
  model: ReactNode
  history: ReactNode
  onNew: () => void
}

/** The way back, the way home, what is spoken to, and past conversations. */
export function ChatBar({ page, model, history, onNew }: ChatBarProps) {
  const navigate = useNavigate()
  // A page opened from a link or a bookmark has nothing of ours behind it.
  const back = () => void (window.history.state?.idx > 0 ? navigate(-1) : navigate(paths.home))
  return (
    <header className="sticky top-(--top-bar-height) z-20 flex h-15 shrink-0 items-center gap-1 border-b border-line bg-paper px-2 sm:px-4">
      <IconButton label="Назад" icon={<ArrowLeft size={20} />} onClick={back} />
      <Link to={paths.home} aria-label="На главную" title="На главную" className={iconButtonClass()}>
        <House size={19} aria-hidden />
      </Link>
      <h1 className="ml-2 text-body font-semibold whitespace-nowrap max-md:sr-only">{page.title}</h1>
      <Badge className="ml-1 max-xl:hidden">{page.badge}</Badge>
      <div className="mx-1 min-w-0 md:mx-3">{model}</div>
      <div className="ml-auto flex items-center">
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
    </header>
  )
}
