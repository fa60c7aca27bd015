import { ChevronLeft, ChevronRight } from 'lucide-react'
import { formatDateTime } from '../../base/format/dates.ts'
import { IconButton } from '../../base/ui/icon-button.tsx'
import type { DocumentState } from './use-document.ts'

/** «‹ Версия 3 из 5 ›», and after the versions what its user has written and not saved. */
export function VersionBar({ state }: { state: DocumentState }) {
  const { ready, viewed, isCurrent, edit, view, opened } = state
  const steps = edit ? [...ready, null] : ready
  const index = edit && isCurrent ? steps.length - 1 : ready.indexOf(viewed)
  const version = opened.versions.find(({ number }) => number === viewed)
  const name = edit && isCurrent ? 'Ваши правки' : `Версия ${index + 1} из ${ready.length}`
  const made =
    version && `${version.request ? `По просьбе «${version.request}», ` : ''}${formatDateTime(version.createdAt)}`
  const to = (step: number) => {
    const next = steps[step]
    if (next !== undefined) view(next)
  }
  return (
    <fieldset aria-label="Версии" className="flex items-center text-caption text-ink-soft tabular-nums">
      <IconButton
        label="Предыдущая версия"
        size="small"
        icon={<ChevronLeft size={16} />}
        disabled={index <= 0}
        onClick={() => to(index - 1)}
      />
      <output title={made}>{name}</output>
      <IconButton
        label="Следующая версия"
        size="small"
        icon={<ChevronRight size={16} />}
        disabled={index >= steps.length - 1}
        onClick={() => to(index + 1)}
      />
    </fieldset>
  )
}
