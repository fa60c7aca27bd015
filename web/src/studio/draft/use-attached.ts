import { useEffect, useEffectEvent, useRef } from 'react'
import { useLocation, useNavigate } from 'react-router-dom'
import type { StudioEntry } from '#contract/catalogue/entry.ts'
import { namedWorkFile } from '#contract/catalogue/work-files.ts'
import { useSession } from '../../base/session/session.tsx'
import { notify } from '../../base/ui/notify.ts'
import { drawnParameters } from './settings.ts'
import type { StudioBox } from './studio-box.ts'
import { settingsIn } from './use-links.ts'

/**
 * Follows a link with `from`, the file of a work: attaches it to the form, with the settings of the link. Nothing is
 * submitted, and no file is loaded. What the user had written stays, unless the link has its own text.
 */
export function useAttached(entry: StudioEntry, box: StudioBox, onFilled: () => void) {
  const { key: place, search } = useLocation()
  const navigate = useNavigate()
  const { status, user } = useSession()
  const followed = useRef<string | null>(null)
  const filled = useEffectEvent(onFilled)

  useEffect(() => {
    const query = new URLSearchParams(search)
    const from = query.get('from')
    if (from === null || (status !== 'signed-out' && user === null) || followed.current === place) return
    followed.current = place
    if (status !== 'signed-out' && attach(entry, box, `work:${from}`, query)) filled()
    void navigate(entry.path, { replace: true })
  }, [place, search, status, user, entry, box, navigate])
}

function attach(entry: StudioEntry, box: StudioBox, ref: string, query: URLSearchParams): boolean {
  const before = box.state().draft.values
  box.accept(settingsIn(entry, query))
  const { values } = box.state().draft
  const field = drawnParameters(entry.parameters, values).find(({ kind }) => kind === 'image' || kind === 'video')
  if (!field || namedWorkFile(ref) === null) {
    notify.error('Этот файл сюда не подходит')
    return false
  }
  box.change({ [field.name]: ref })
  const written = typeof before['prompt'] === 'string' && before['prompt'].trim() !== ''
  if (written && values['prompt'] !== before['prompt'])
    notify.info('Описание заменено', { label: 'Вернуть', onClick: () => box.change({ prompt: before['prompt'] }) })
  return true
}
