import { clsx } from 'clsx'
import { RotateCcw } from 'lucide-react'
import { useId } from 'react'
import type { StudioEntry } from '#contract/catalogue/entry.ts'
import type { Parameter, ParameterValues } from '#contract/catalogue/parameters.ts'
import { Button } from '../../base/ui/button.tsx'
import { GalleryPicture } from '../../base/ui/gallery-picture.tsx'
import { type MadePicture, pictureIn } from '../../base/ui/made-picture.ts'
import { notify } from '../../base/ui/notify.ts'
import { startingValues } from '../../media/form/settings.ts'
import type { Change } from '../../media/form/studio-box.ts'
import { useUnable } from '../../media/form/unable.ts'
import { useIsAble } from '../draft/use-is-able.ts'
import { type GalleryItem, itemsOf, studioPictures } from './gallery-items.ts'

interface ToolGalleryProps {
  entry: StudioEntry
  /** Of the form now. */
  values: ParameterValues
  onPick: (settings: Change) => void
}

/** Works of the tool; a click fills the form with the prompt and the settings of one. */
export function ToolGallery({ entry, values, onPick }: ToolGalleryProps) {
  const headingId = useId()
  const isUnable = useUnable(entry.path, values)
  const isAble = useIsAble(entry)
  const offered = itemsOf(entry.id).filter(({ settings }) => isAble(settings))
  const items = offered.map((item) => ({ item, picture: pictureIn(studioPictures, item.file) }))
  if (items.length === 0) return null
  // Pictures keep their own proportions in columns; cards of words alone stand in rows of one height.
  const hasPictures = items.some(({ picture }) => picture)
  const byThree = items.length % 3 === 0

  function repeat({ prompt, settings }: GalleryItem) {
    const usual = startingValues(entry.parameters, isUnable)
    const before = Object.fromEntries(Object.keys(usual).map((name) => [name, values[name]]))
    const written = String(before.prompt ?? '').trim()
    onPick({ ...usual, ...settings, prompt })
    if (written !== '' && written !== prompt)
      notify.info('Описание и настройки заменены', { label: 'Вернуть', onClick: () => onPick(before) })
  }

  return (
    <section aria-labelledby={headingId}>
      <h2 id={headingId} className="text-title font-semibold">
        Галерея
      </h2>
      <p className="mt-1 text-small text-ink-soft">Повторите работу: описание и настройки встанут в форму.</p>
      <ul
        className={clsx(
          'mt-4',
          hasPictures ? 'columns-2 gap-3' : 'grid gap-3 sm:grid-cols-2',
          byThree && (hasPictures ? 'md:columns-3' : 'md:grid-cols-3')
        )}
      >
        {items.map(({ item, picture }) => (
          <li key={item.file} className={clsx(hasPictures && 'mb-3 break-inside-avoid')}>
            <ItemTile
              item={item}
              picture={picture}
              settings={inWords(entry.parameters, item.settings)}
              onRepeat={() => repeat(item)}
            />
          </li>
        ))}
      </ul>
    </section>
  )
}

interface ItemTileProps {
  item: GalleryItem
  picture: MadePicture | undefined
  settings: string
  onRepeat: () => void
}

const ItemTile = ({ item: { prompt }, picture, settings, onRepeat }: ItemTileProps) => (
  <article className="flex h-full flex-col overflow-hidden rounded-card border border-line bg-raised">
    {picture && <GalleryPicture picture={picture} />}
    <div className={clsx('flex grow flex-col', picture ? 'p-3' : 'p-4')}>
      <p className={picture ? 'text-caption text-ink-soft' : 'text-body leading-snug font-medium'}>{prompt}</p>
      <p className="mt-auto pt-3 text-caption text-ink-faint">{settings}</p>
      <Button
        variant="secondary"
        size="small"
        icon={<RotateCcw size={15} className="shrink-0" aria-hidden />}
        aria-label={`Повторить это: ${prompt}`}
        onClick={onRepeat}
        className="mt-3 w-full"
      >
        Повторить это
      </Button>
    </div>
  </article>
)

/** Settings as the form names them, in its order: «Artistic · Чего не должно быть: размытость · CFG 6,5». */
const inWords = (parameters: readonly Parameter[], settings: ParameterValues): string =>
  parameters
    .flatMap((parameter) => {
      const value = settings[parameter.name]
      if (value === undefined) return []
      if (parameter.kind === 'choice') return parameter.options.find((option) => option.value === value)?.label ?? []
      if (parameter.kind === 'text') return `${parameter.label}: ${value}`
      return `${parameter.label} ${value.toLocaleString('ru-RU')}`
    })
    .join(' · ')
