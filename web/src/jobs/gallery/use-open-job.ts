import { useLocation, useNavigate, useSearchParams } from 'react-router-dom'

export interface OpenWork {
  id: string | null
  /** The address that shows a work in full, or none, with the filter kept. */
  searchOf: (id: string | null) => string
  show: (id: string) => void
  close: () => void
}

/** Where links leave a note that the list is one step back. */
export const openedHere = { openedHere: true } as const

/** Which work is shown in full: the address says it, so that it can be kept, and «назад» closes it. */
export function useOpenWork(): OpenWork {
  const [params] = useSearchParams()
  const { state } = useLocation()
  const navigate = useNavigate()
  const searchOf = (id: string | null) => {
    const next = new URLSearchParams(params)
    if (id === null) next.delete('work')
    else next.set('work', id)
    return `?${next}`
  }
  const isOpenedHere = typeof state === 'object' && state !== null && 'openedHere' in state
  return {
    id: params.get('work'),
    searchOf,
    show: (id) => void navigate({ search: searchOf(id) }, { replace: true, state: isOpenedHere ? openedHere : null }),
    close: () => void (isOpenedHere ? navigate(-1) : navigate({ search: searchOf(null) }, { replace: true }))
  }
}
