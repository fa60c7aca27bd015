import { LockKeyhole } from 'lucide-react'
import { Link } from 'react-router-dom'
import { useSession } from '../../base/session/session.tsx'
import { Library } from './gallery.tsx'
import { LibrarySkeleton } from './gallery-skeleton.tsx'
import { paths } from '../../base/paths.ts'
import { buttonClass } from '../../base/ui/button.tsx'

export function Page() {
  const { status } = useSession()
  if (status === 'loading') return <Loading />
  return status === 'signed-out' ? <Visitor /> : <Library />
}

const Visitor = () => (
  <div className="m-auto flex max-w-md flex-col items-center px-4 py-20 text-center">
    <span className="grid size-14 place-items-center rounded-full bg-sunken text-ink-faint">
      <LockKeyhole size={24} aria-hidden />
    </span>
    <h1 className="mt-5 text-heading font-semibold">Мои работы</h1>
    <p className="mt-3 text-ink-soft">
      Войдите в систему, чтобы увидеть изображения, видео и озвучку, которые вы создали
    </p>
    <Link to={paths.auth} className={buttonClass({ className: 'mt-8' })}>
      Войти
    </Link>
  </div>
)

const Loading = () => (
  <div className="mx-auto w-full max-w-page px-4 py-8 sm:px-8 sm:py-12">
    <h1 className="text-heading font-semibold">Мои работы</h1>
    <LibrarySkeleton />
  </div>
)
