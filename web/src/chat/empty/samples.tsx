import { useId } from 'react'
import type { ChatSample } from '#contract/catalogue/chat.ts'
import { LazyMarkdown } from '../markdown/lazy-markdown.tsx'

interface SamplesProps {
  samples: readonly ChatSample[]
  onPick: (prompt: string) => void
}

/** What answers look like; a click writes the sample's request into the composer. */
export const Samples = ({ samples, onPick }: SamplesProps) => (
  <ul className="-mx-4 flex snap-x scroll-px-4 gap-3 overflow-x-auto px-4 pb-1 lg:mx-0 lg:grid lg:grid-cols-3 lg:p-0">
    {samples.map((sample) => (
      <li key={sample.title} className="w-72 shrink-0 snap-start lg:w-auto">
        <Sample sample={sample} onPick={onPick} />
      </li>
    ))}
  </ul>
)

function Sample({ sample, onPick }: { sample: ChatSample; onPick: (prompt: string) => void }) {
  const id = useId()
  return (
    <article className="relative flex h-full flex-col rounded-card border border-line bg-raised p-4 transition focus-within:border-line-strong hover:border-line-strong">
      <button
        type="button"
        onClick={() => onPick(sample.prompt)}
        aria-describedby={id}
        className="text-left text-caption font-medium text-accent-strong outline-offset-4 after:absolute after:inset-0 after:rounded-card"
      >
        {sample.title}
      </button>
      <p id={id} className="mt-1 text-small font-medium">
        {sample.prompt}
      </p>
      {/* A picture of an answer: nothing in it is meant to be used. */}
      <div inert className="sample-answer mt-2.5 max-h-34 overflow-hidden text-small text-ink-soft">
        <LazyMarkdown text={sample.answer} sections={null} />
      </div>
    </article>
  )
}
