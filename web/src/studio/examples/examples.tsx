import { useId } from 'react'
import { ArrowUpRight } from 'lucide-react'
import type { StudioEntry, StudioExample } from '#contract/catalogue/entry.ts'
import { examplesOf } from './example-texts.ts'
import { Button } from '../../base/ui/button.tsx'
import type { Change } from '../draft/studio-box.ts'

interface ExamplesProps {
  entry: StudioEntry
  onPick: (example: Change) => void
}

/** Example prompts; a click writes one into the form. */
export function Examples({ entry, onPick }: ExamplesProps) {
  const headingId = useId()
  const examples = examplesOf(entry.path)
  if (examples.length === 0) return null
  const titled = examples.every(({ title }) => title)
  const Item = entry.path === '/luma' ? SimilarCard : titled ? Card : Line
  return (
    <section aria-labelledby={headingId}>
      <h2 id={headingId} className="text-small font-medium text-ink-faint">
        {entry.path === '/luma' ? 'Примеры видео' : 'С чего начать'}
      </h2>
      <ul className={titled ? 'mt-3 grid gap-3 sm:grid-cols-2' : 'mt-1 grid gap-x-8 sm:grid-cols-2'}>
        {examples.map((example) => (
          <Item key={example.text} example={example} onPick={() => onPick({ prompt: example.text })} />
        ))}
      </ul>
    </section>
  )
}

interface ItemProps {
  example: StudioExample
  onPick: () => void
}

const Line = ({ example: { text }, onPick }: ItemProps) => (
  <li className="border-b border-line">
    <button
      type="button"
      onClick={onPick}
      className="group flex h-full min-h-14 w-full items-start gap-3 py-3.5 text-left text-small text-ink-soft transition hover:text-ink"
    >
      <span className="grow">{text}</span>
      <ArrowUpRight
        size={16}
        aria-hidden
        className="mt-0.5 shrink-0 text-ink-faint transition group-hover:text-accent"
      />
    </button>
  </li>
)

const Card = ({ example: { title, text }, onPick }: ItemProps) => (
  <li>
    <button
      type="button"
      onClick={onPick}
      className="block h-full w-full rounded-card border border-line bg-raised p-4 text-left transition hover:border-line-strong"
    >
      <span className="block text-caption font-medium text-accent-strong">{title}</span>
      <span className="mt-1 block text-small text-ink-soft">{text}</span>
    </button>
  </li>
)

const SimilarCard = ({ example: { title, text }, onPick }: ItemProps) => (
  <li className="flex flex-col rounded-card border border-line bg-raised p-4">
    <h3 className="text-caption font-medium text-accent-strong">{title}</h3>
    <p className="mt-1 grow text-small">{text}</p>
    <Button
      variant="secondary"
      size="small"
      className="mt-3 self-start"
      aria-label={`Создать похожее: ${title}`}
      onClick={onPick}
    >
      Создать похожее
    </Button>
  </li>
)
