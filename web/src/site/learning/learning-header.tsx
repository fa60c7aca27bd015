import { Coins, House } from 'lucide-react'
import { Link } from 'react-router-dom'
import { useSession } from '../../base/session/session.tsx'
import { formatTokens } from '../../base/format/tokens.ts'
import { BackButton } from '../../base/page/back-button.tsx'
import { paths } from '../../base/paths.ts'
import { iconButtonClass } from '../../base/ui/icon-button.tsx'

/** Back, home, and who is learning here. */
export function LearningHeader() {
  const { user } = useSession()
  return (
    <div className="-ml-2.5 flex min-h-11 items-center gap-1">
      <BackButton />
      <Link to={paths.home} aria-label="На главную" title="На главную" className={iconButtonClass()}>
        <House size={19} aria-hidden />
      </Link>
      {user && (
        <p className="ml-auto flex min-w-0 items-center gap-3 text-small text-ink-soft">
          <span className="truncate">{user.email}</span>
          <span className="flex shrink-0 items-center gap-1.5 font-medium text-ink tabular-nums">
            <Coins size={16} className="text-accent" aria-hidden />
            {formatTokens(user.tokens ?? 0)}
          </span>
        </p>
      )}
    </div>
  )
}
