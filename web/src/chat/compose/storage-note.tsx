import { Link } from 'react-router-dom'
import { X } from 'lucide-react'
import { textOf } from '#contract/errors.ts'
import { paths } from '../../base/paths.ts'
import { useSession } from '../../base/session/session.tsx'
import { buttonClass } from '../../base/ui/button.tsx'
import { IconButton } from '../../base/ui/icon-button.tsx'
import type { StorageObstacle } from '../stream/chat-store.ts'
import { noteClass } from './obstacle-note.tsx'

/** A request has no room, in all or for today, with links to what makes room. Chats are deleted in the page's own list. */
export function StorageNote({ code, onDismiss }: { code: StorageObstacle; onDismiss: () => void }) {
  const { user } = useSession()
  return (
    <div role="alert" className={noteClass}>
      <p className="grow basis-64">{textOf(code)}</p>
      {code === 'STORAGE_FULL' && (
        <Link to={paths.library} className={buttonClass({ variant: 'primary', size: 'small' })}>
          Мои работы
        </Link>
      )}
      {user?.plan !== 'premium' && (
        <Link to={paths.subscription} className={buttonClass({ variant: 'ghost', size: 'small' })}>
          Подписка
        </Link>
      )}
      <IconButton label="Скрыть" size="small" icon={<X size={16} />} onClick={onDismiss} />
    </div>
  )
}
