import { useState } from 'react'
import { BellRing } from 'lucide-react'
import { Link } from 'react-router-dom'
import { paths } from '../../base/paths.ts'
import { useSession } from '../../base/session/session.tsx'
import { Button } from '../../base/ui/button.tsx'
import { notify } from '../../base/ui/notify.ts'
import { canPush, isPushDenied } from './browser-push.ts'
import { keepRefusal, useReady, wasRefusedHere } from './use-ready.ts'

/**
 * Asks once how the user wants to hear of long jobs, and on each further device whether there too. The browser asks for its
 * permission only after a click here.
 */
export function ReadyQuestion() {
  const { user } = useSession()
  const { settings, here, busy, choose, allowHere } = useReady()
  const [isRefused, setRefused] = useState(wasRefusedHere)
  const offersBrowser = canPush() && !isPushDenied()
  const isOther = settings?.channel === 'browser' && here === null && offersBrowser && !isRefused
  if (!user || !settings || (settings.channel !== null && !isOther)) return null

  async function allow() {
    if (await allowHere()) notify.success('Сообщим в этом браузере')
  }

  function refuseHere() {
    keepRefusal(true)
    setRefused(true)
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
        <span className="block font-medium">
          {isOther ? 'Сообщать о готовности и на этом устройстве?' : 'Сообщить, когда будет готово?'}
        </span>
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
          <Button size="small" off={busy} onClick={() => void allow()}>
            В браузере
          </Button>
        )}
        {!isOther && (
          <Button variant={offersBrowser ? 'secondary' : 'primary'} size="small" off={busy} onClick={() => void mail()}>
            Письмом
          </Button>
        )}
        <Button variant="ghost" size="small" off={busy} onClick={isOther ? refuseHere : () => void choose('none')}>
          Не нужно
        </Button>
      </div>
    </section>
  )
}
