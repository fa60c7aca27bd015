import { type ReactNode, useId } from 'react'
import { clsx } from 'clsx'
import { ArrowUpRight } from 'lucide-react'
import type { StudioEntry, StudioExample } from '#contract/catalogue/entry.ts'
import { examplePicture, examplesOf } from './example-texts.ts'
import { Button } from '../../base/ui/button.tsx'
import { GalleryPicture } from '../../base/ui/gallery-picture.tsx'
import type { Change } from '../draft/studio-box.ts'

interface ExamplesProps {
  entry: StudioEntry
  onPick: (example: Change) => void
}

/** Examples with their pictures; a click writes one into the form. */
export function Examples({ entry, onPick }: ExamplesProps) {
  const headingId = useId()
  const examples = examplesOf(entry.path)
  if (examples.length === 0) return null
  const Item = entry.path === '/luma' ? SimilarCard : Card
  return (
    <section aria-labelledby={headingId}>
      <h2 id={headingId} className="text-title font-semibold">
        {entry.path === '/luma' ? 'Примеры видео' : 'С чего начать'}
      </h2>
      <ul className={clsx('mt-4 grid grid-cols-2 gap-3', examples.length % 3 === 0 && 'md:grid-cols-3')}>
        {examples.map((example, index) => (
          <li key={example.text}>
            <Item
              example={example}
              picture={<Picture entry={entry} index={index} />}
              onPick={() => onPick(example.settings ?? { prompt: example.text })}
            />
          </li>
        ))}
      </ul>
    </section>
  )
}

function Picture({ entry, index }: { entry: StudioEntry; index: number }) {
  const picture = examplePicture(entry, index)
  return picture && <GalleryPicture {...picture} className="transition group-hover:scale-103" />
}

interface ItemProps {
  example: StudioExample
  picture: ReactNode
  onPick: () => void
}

const frame = 'flex h-full w-full flex-col overflow-hidden rounded-card border border-line bg-raised text-left'

const Card = ({ example: { title, text }, picture, onPick }: ItemProps) => (
  <button type="button" onClick={onPick} className={`group ${frame} transition hover:border-line-strong`}>
    {/* Keeps the corners while the picture grows. */}
    <span className="block w-full shrink-0 overflow-hidden">{picture}</span>
    <span className="flex grow items-start gap-2 p-3">
      <span className="grow">
        {title && <span className="mb-1 block text-caption font-medium text-accent-strong">{title}</span>}
        <span className="block text-caption text-ink-soft sm:text-small">{text}</span>
      </span>
      <ArrowUpRight
        size={16}
        aria-hidden
        className="mt-0.5 shrink-0 text-ink-faint transition group-hover:text-accent max-sm:hidden"
      />
    </span>
  </button>
)

const SimilarCard = ({ example: { title, text }, picture, onPick }: ItemProps) => (
  <div className={frame}>
    {picture}
    <div className="flex grow flex-col p-3">
      <h3 className="text-caption font-medium text-accent-strong">{title}</h3>
      <p className="mt-1 grow text-caption sm:text-small">{text}</p>
      <Button
        variant="secondary"
        size="small"
        className="mt-3 w-full"
        aria-label={`Создать похожее: ${title}`}
        onClick={onPick}
      >
        Создать похожее
      </Button>
    </div>
  </div>
)
