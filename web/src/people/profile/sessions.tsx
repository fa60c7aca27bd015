import { useRef } from 'react'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { Monitor, Smartphone } from 'lucide-react'
import type { z } from 'zod'
import { otherSessions, revokeSession, type session } from '#contract/profile.ts'
import { LoadFailure } from '../../base/ui/states.tsx'
import { errorText } from '../../base/http/error-text.ts'
import { deviceName } from '../device-name.ts'
import { sessionsQuery } from './profile-calls.ts'
import { call } from '../../base/session/client.ts'
import { formatDateTime } from '../../base/format/dates.ts'
import { Badge } from '../../base/ui/badge.tsx'
import { Button } from '../../base/ui/button.tsx'
import { notify } from '../../base/ui/notify.ts'
import { Skeleton } from '../../base/ui/skeleton.tsx'

type Session = z.infer<typeof session>

/** The devices on which the user is signed in; each of the others can be signed out. */
export function Sessions() {
  const { data, isError, refetch } = useQuery(sessionsQuery)
  const list = useRef<HTMLUListElement>(null)
  const { revoke, running } = useRevoking(() => list.current?.focus({ preventScroll: true }))
  if (!data && isError) return <LoadFailure what="список устройств" onRetry={() => void refetch()} />
  if (!data) return <Skeleton className="h-18.5" />
  const hasOthers = data.some(({ current }) => !current)
  return (
    <div className="flex flex-col items-start gap-4">
      <ul
        ref={list}
        tabIndex={-1}
        data-route-focus
        className="w-full divide-y divide-line rounded-card border border-line bg-raised"
      >
        {data.map((one) => (
          <SessionRow
            key={one.id}
            session={one}
            busy={running === one.id}
            disabled={running !== undefined}
            onRevoke={() => revoke(one.id)}
          />
        ))}
      </ul>
      {hasOthers && (
        <Button
          variant="danger"
          busy={running === otherSessions}
          disabled={running !== undefined}
          onClick={() => revoke(otherSessions)}
        >
          Выйти на всех других устройствах
        </Button>
      )}
    </div>
  )
}

/** `onGone`: called when the pressed button has left the page together with its session. */
function useRevoking(onGone: () => void) {
  const queries = useQueryClient()
  const { mutate, isPending, variables } = useMutation({
    mutationFn: (id: string) => call(revokeSession, { id }),
    onSuccess: (_, id) => {
      queries.setQueryData(sessionsQuery.queryKey, (known: Session[] | undefined) =>
        known?.filter((one) => one.current || (id !== otherSessions && one.id !== id))
      )
      onGone()
      notify.success(id === otherSessions ? 'На других устройствах выполнен выход' : 'Сеанс завершён')
    },
    onError: (error) => notify.error(errorText(error, 'Не удалось завершить сеанс')),
    onSettled: () => queries.invalidateQueries({ queryKey: sessionsQuery.queryKey })
  })
  return { revoke: (id: string) => mutate(id), running: isPending ? variables : undefined }
}

interface SessionRowProps {
  session: Session
  busy: boolean
  disabled: boolean
  onRevoke: () => void
}

function SessionRow({ session, busy, disabled, onRevoke }: SessionRowProps) {
  const { userAgent, ip, place, lastSeenAt, current } = session
  const Icon = isHandheld(userAgent) ? Smartphone : Monitor
  const name = deviceName(userAgent)
  return (
    <li className="flex gap-x-4 gap-y-2 px-4 py-3 max-sm:flex-col sm:items-center">
      <div className="flex min-w-0 grow gap-4 sm:items-center">
        <Icon size={20} className="shrink-0 text-ink-faint max-sm:mt-0.5" aria-hidden />
        <div className="min-w-0">
          <p className="flex flex-wrap items-center gap-2 font-medium">
            <span>{name}</span>
            {current && <Badge tone="accent">Это устройство</Badge>}
          </p>
          <p className="text-small text-ink-soft">
            {[place, ip, current ? 'сейчас' : `активность ${formatDateTime(lastSeenAt)}`].filter(Boolean).join(' · ')}
          </p>
        </div>
      </div>
      {!current && (
        <Button
          variant="ghost"
          size="small"
          busy={busy}
          disabled={disabled}
          onClick={onRevoke}
          aria-label={`Выйти на устройстве ${name}`}
          className="max-sm:ml-6 max-sm:self-start"
        >
          Выйти
        </Button>
      )}
    </li>
  )
}

const isHandheld = (userAgent: string): boolean => /iPhone|Android.*Mobile|iPad/.test(userAgent)
