import { House } from 'lucide-react'
import { Link } from 'react-router-dom'
import type { StudioEntry } from '#contract/catalogue/entry.ts'
import { BackButton } from '../base/page/back-button.tsx'
import { paths } from '../base/paths.ts'
import { Badge } from '../base/ui/badge.tsx'
import { iconButtonClass } from '../base/ui/icon-button.tsx'

/** The way back, the way home, and which tool this is. */
export const StudioBar = ({ entry: { title, badge, summary } }: { entry: StudioEntry }) => (
  <header className="sticky top-(--top-bar-height) z-20 flex h-15 shrink-0 items-center gap-1 border-b border-line bg-paper px-2 sm:px-4">
    <BackButton />
    <Link to={paths.home} aria-label="На главную" title="На главную" className={iconButtonClass()}>
      <House size={19} aria-hidden />
    </Link>
    <h1 className="ml-2 line-clamp-2 min-w-0 text-body leading-tight font-semibold sm:whitespace-nowrap">{title}</h1>
    <Badge className="ml-1">{badge}</Badge>
    <p className="ml-3 truncate text-small text-ink-faint max-md:hidden">{summary}</p>
  </header>
)
