import { useEffect, useRef } from 'react'
import { useLocation, useNavigate } from 'react-router-dom'
import type { StudioEntry } from '#contract/catalogue/entry.ts'
import type { ParameterValues } from '#contract/catalogue/parameters.ts'
import { useSession } from '../../base/session/session.tsx'
import { notify } from '../../base/ui/notify.ts'
import type { StudioBox } from './studio-box.ts'

/** The settings that an address names, as far as the form has them. */
const settingsIn = (entry: StudioEntry, query: URLSearchParams): ParameterValues =>
  Object.fromEntries(
    entry.parameters.flatMap(({ kind, name }) => {
      const value = query.get(name)
      return value === null ? [] : [[name, kind === 'number' ? Number(value) : value]]
    })
  )

/**
 * Follows a link that brings a description (`prompt`) and settings: they fill the form, and nobody but the reader
 * submits it. What stood there can be had back.
 */
export function useGivenSettings(entry: StudioEntry, box: StudioBox) {
  const { key: place, search } = useLocation()
  const navigate = useNavigate()
  const { status, user } = useSession()
  const followed = useRef<string | null>(null)

  useEffect(() => {
    const query = new URLSearchParams(search)
    const known = status === 'signed-out' || user !== null
    const other = query.has('repeat') || query.has('open')
    if (!query.get('prompt') || other || !known || followed.current === place) return
    followed.current = place
    const before = box.state().draft.values
    box.refill(settingsIn(entry, query))
    const written = typeof before.prompt === 'string' && before.prompt.trim() !== ''
    if (written && before.prompt !== query.get('prompt'))
      notify.info('Настройки из ссылки заменили ваши', { label: 'Вернуть', onClick: () => box.refill(before) })
    void navigate(entry.path, { replace: true })
  }, [place, search, status, user, entry, box, navigate])
}
