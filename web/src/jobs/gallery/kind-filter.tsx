import { clsx } from 'clsx'
import { Link } from 'react-router-dom'
import type { GalleryKind } from '#contract/jobs.ts'
import { paths } from '../../base/paths.ts'
import { kinds, useWanted } from './wanted.ts'

interface KindTexts {
  title: string
  /** Shown when the user has no job of this kind. */
  none: string
  /** The page on which the user can make one. */
  start: { path: string; label: string }
}

export const kindTexts: Record<GalleryKind, KindTexts> = {
  image: {
    title: 'Изображения',
    none: 'Изображений пока нет',
    start: { path: paths.dalle3, label: 'Создать изображение' }
  },
  video: { title: 'Видео', none: 'Видео пока нет', start: { path: paths.luma, label: 'Создать видео' } },
  audio: { title: 'Озвучка', none: 'Озвучки пока нет', start: { path: paths.elevenlabs, label: 'Озвучить текст' } }
}

/** Links, because the chosen kind is part of the address. */
export function KindFilter() {
  const { wanted, searchOf } = useWanted()
  return (
    <nav aria-label="Вид работ" className="mt-5 flex flex-wrap gap-1.5 sm:gap-2">
      <Choice search={searchOf({ kind: undefined })} chosen={wanted.kind === undefined}>
        Все
      </Choice>
      {kinds.map((each) => (
        <Choice key={each} search={searchOf({ kind: each })} chosen={wanted.kind === each}>
          {kindTexts[each].title}
        </Choice>
      ))}
    </nav>
  )
}

interface ChoiceProps {
  search: string
  chosen: boolean
  children: string
}

const Choice = ({ search, chosen, children }: ChoiceProps) => (
  <Link
    to={{ search }}
    replace
    aria-current={chosen ? 'true' : undefined}
    className={clsx(
      'inline-flex h-9 items-center rounded-full border px-2.5 text-small font-medium sm:px-4 transition pointer-coarse:h-11',
      chosen
        ? 'border-ink bg-ink text-on-ink'
        : 'border-line bg-raised text-ink-soft hover:border-line-strong hover:text-ink'
    )}
  >
    {children}
  </Link>
)
