import { useState } from 'react'
import { useSession } from '../../base/session/session.tsx'
import { Button } from '../../base/ui/button.tsx'

/** Says that the profile and the balance could not be read, which signs nobody out, and asks for them at once. */
export function UnreadSession() {
  const session = useSession()
  const [busy, setBusy] = useState(false)
  if (session.status !== 'signed-in' || !session.unread) return null
  const retry = async () => {
    setBusy(true)
    await session.startSession()
    setBusy(false)
  }
  return (
    <div
      role="alert"
      className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1 bg-danger-soft px-4 py-1 text-small text-danger sm:px-6"
    >
      <span className="py-1.5">Не удалось загрузить профиль и баланс. Вы не вышли, пробуем ещё раз</span>
      <Button variant="ghost" size="small" busy={busy} onClick={() => void retry()} className="max-sm:-ml-3">
        Повторить
      </Button>
    </div>
  )
}
