import { clsx } from 'clsx'
import { ArrowUpRight, Image } from 'lucide-react'
import { useId } from 'react'
import type { StudioEntry, StudioExample } from '#contract/catalogue/entry.ts'
import { Button } from '../../base/ui/button.tsx'
import { GalleryPicture } from '../../base/ui/gallery-picture.tsx'
import { type MadePicture, pictureIn } from '../../base/ui/made-picture.ts'
import type { Change } from '../../media/form/studio-box.ts'
import { useIsAble } from '../draft/use-is-able.ts'
import { studioPictures } from '../gallery/gallery-items.ts'
import { examplePicture, examplesOf } from './example-texts.ts'

interface ExamplesProps {
  entry: StudioEntry
  onPick: (example: Change) => void
}

/** Examples with the pictures that were made of them; a click writes one into the form. */
export function Examples({ entry, onPick }: ExamplesProps) {
  const headingId = useId()
  const isAble = useIsAble(entry)
  const examples = examplesOf(entry.path)
    .map((example, index) => ({
      example,
      picture: pictureIn(studioPictures, examplePicture(entry, index)?.file ?? '')
    }))
    .filter(({ example: { settings = {} } }) => isAble(settings))
  if (examples.length === 0) return null
  const Item = entry.path === '/luma' ? SimilarCard : Card
  const hasPictures = examples.some(({ picture }) => picture)
  return (
    <section aria-labelledby={headingId}>
      <h2 id={headingId} className="text-title font-semibold">
        {entry.path === '/luma' ? 'Примеры видео' : 'С чего начать'}
      </h2>
      <ul
        className={clsx(
          'mt-4 grid gap-3',
          hasPictures ? 'grid-cols-2' : 'sm:grid-cols-2',
          examples.length % 3 === 0 && (hasPictures ? 'md:grid-cols-3' : '2xl:grid-cols-3')
        )}
      >
        {examples.map(({ example, picture }) => (
          <li key={example.text}>
            <Item
              example={example}
              picture={picture}
              onPick={() => onPick(example.settings ?? { prompt: example.text })}
            />
          </li>
        ))}
      </ul>
    </section>
  )
}

interface ItemProps {
  example: StudioExample
  picture: MadePicture | undefined
  onPick: () => void
}

const frame = 'flex h-full w-full flex-col overflow-hidden rounded-card border border-line bg-raised text-left'

const Card = ({ example, picture, onPick }: ItemProps) => (
  <button type="button" onClick={onPick} className={`group ${frame} transition hover:border-line-strong`}>
    {picture && (
      // Keeps the corners while the picture grows.
      <span className="block w-full shrink-0 overflow-hidden">
        <GalleryPicture picture={picture} className="transition group-hover:scale-103" />
      </span>
    )}
    <span className={clsx('flex w-full grow items-start gap-2', picture ? 'p-3' : 'p-4')}>
      <span className="grow">
        {example.title && (
          <span className="mb-1 block text-caption font-medium text-accent-strong">{example.title}</span>
        )}
        <Words example={example} picture={picture} />
      </span>
      <ArrowUpRight
        size={16}
        aria-hidden
        className="mt-0.5 shrink-0 text-ink-faint transition group-hover:text-accent"
      />
    </span>
  </button>
)

/** Without a picture the words are what there is to see; of an edit also what it begins with. */
const Words = ({ example: { text, source }, picture }: Pick<ItemProps, 'example' | 'picture'>) =>
  picture ? (
    <span className="block text-caption text-ink-soft sm:text-small">{text}</span>
  ) : (
    <>
      {source && (
        <span className="mt-1.5 mb-2.5 flex items-start gap-2 border-b border-line pb-2.5 text-caption text-ink-faint">
          <Image size={15} aria-hidden className="mt-px shrink-0" />
          <span>{source}</span>
        </span>
      )}
      <span className="block text-body leading-snug font-medium">{text}</span>
    </>
  )

const SimilarCard = ({ example, picture, onPick }: ItemProps) => (
  <div className={frame}>
    {picture && <GalleryPicture picture={picture} />}
    <div className={clsx('flex grow flex-col', picture ? 'p-3' : 'p-4')}>
      <h3 className="mb-1 text-caption font-medium text-accent-strong">{example.title}</h3>
      <p className="grow">
        <Words example={example} picture={picture} />
      </p>
      <Button
        variant="secondary"
        size="small"
        className="mt-3 w-full"
        aria-label={`Создать похожее: ${example.title}`}
        onClick={onPick}
      >
        Создать похожее
      </Button>
    </div>
  </div>
)
