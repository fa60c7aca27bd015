import { clsx } from 'clsx'
import { RotateCcw } from 'lucide-react'
import { useId } from 'react'
import type { StudioEntry } from '#contract/catalogue/entry.ts'
import type { ParameterValues } from '#contract/catalogue/parameters.ts'
import { Button } from '../../base/ui/button.tsx'
import { GalleryPicture } from '../../base/ui/gallery-picture.tsx'
import { notify } from '../../base/ui/notify.ts'
import { startingValues } from '../draft/settings.ts'
import type { Change } from '../draft/studio-box.ts'
import { type GalleryItem, itemsOf } from './gallery-items.ts'

interface ToolGalleryProps {
  entry: StudioEntry
  /** Of the form now. */
  values: ParameterValues
  onPick: (settings: Change) => void
}

/** Public pictures of the tool; a click fills the form with the prompt and the settings of one. */
export function ToolGallery({ entry, values, onPick }: ToolGalleryProps) {
  const headingId = useId()
  const items = itemsOf(entry.id)
  if (items.length === 0) return null

  function repeat({ prompt, settings }: GalleryItem) {
    const usual = startingValues(entry.parameters)
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
      <ul className={clsx('mt-4 columns-2 gap-3', items.length % 3 === 0 && 'md:columns-3')}>
        {items.map((item) => (
          <li key={item.file} className="mb-3 break-inside-avoid">
            <ItemTile item={item} onRepeat={() => repeat(item)} />
          </li>
        ))}
      </ul>
    </section>
  )
}

const ItemTile = ({ item: { prompt, file, width, height }, onRepeat }: { item: GalleryItem; onRepeat: () => void }) => (
  <article className="overflow-hidden rounded-card border border-line bg-raised">
    <GalleryPicture file={file} width={width} height={height} />
    <div className="p-3">
      <p className="text-caption text-ink-soft">{prompt}</p>
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
