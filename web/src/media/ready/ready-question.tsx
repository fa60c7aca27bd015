import { BellRing } from 'lucide-react'
import { Link } from 'react-router-dom'
import { paths } from '../../base/paths.ts'
import { useSession } from '../../base/session/session.tsx'
import { Button } from '../../base/ui/button.tsx'
import { notify } from '../../base/ui/notify.ts'
import { canPush, isPushDenied } from './browser-push.ts'
import { useReady } from './use-ready.ts'

/** Asks once how the user wants to hear of long jobs. The browser asks for its permission only after a click here. */
export function ReadyQuestion() {
  const { user } = useSession()
  const { settings, busy, choose, allowHere } = useReady()
  if (!user || settings?.channel !== null) return null
  const offersBrowser = canPush() && !isPushDenied()

  async function allow() {
    if (await allowHere()) notify.success('Сообщим в этом браузере')
  }

  async function mail() {
    if (await choose('mail')) notify.success('Пришлём письмо, если сайт будет закрыт')
  }

  return (
    <section
      aria-label="Сообщить о готовности"
      className="mt-4 flex flex-wrap items-center gap-x-4 gap-y-3 rounded-card bg-sunken p-4 text-small"
    >
      <BellRing size={20} className="shrink-0 text-accent max-sm:hidden" aria-hidden />
      <p className="min-w-0 grow basis-56">
        <span className="block font-medium">Сообщить, когда будет готово?</span>
        <span className="mt-0.5 block text-ink-soft">
          Вкладку можно закрыть: работа продолжится. Изменить решение можно в{' '}
          <Link to={paths.profile} className="underline decoration-line-strong underline-offset-2 hover:text-ink">
            профиле
          </Link>
          .
        </span>
      </p>
      <div className="flex flex-wrap gap-2">
        {offersBrowser && (
          <Button size="small" disabled={busy} onClick={() => void allow()}>
            В браузере
          </Button>
        )}
        <Button
          variant={offersBrowser ? 'secondary' : 'primary'}
          size="small"
          disabled={busy}
          onClick={() => void mail()}
        >
          Письмом
        </Button>
        <Button variant="ghost" size="small" disabled={busy} onClick={() => void choose('none')}>
          Не нужно
        </Button>
      </div>
    </section>
  )
}
