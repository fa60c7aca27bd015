import { useId } from 'react'
import { ArrowUpRight } from 'lucide-react'
import type { ChatExample, ChatPage, ChatSample } from '#contract/catalogue/chat.ts'
import { Badge } from '../../base/ui/badge.tsx'
import { LazyMarkdown } from '../markdown/lazy-markdown.tsx'

/** What a chat page shows before the first request: sample answers and examples of requests. */
export const Welcome = ({ page, onPick }: { page: ChatPage; onPick: (prompt: string) => void }) => (
  <div className="mx-auto flex w-full max-w-4xl grow flex-col justify-center gap-7 py-2 sm:py-4">
    <header>
      <h2 className="text-heading font-semibold">Спросите {page.title}</h2>
      <p className="mt-1.5 max-w-text text-ink-soft">{page.summary}</p>
    </header>
    <Samples samples={page.samples} onPick={onPick} />
    <Examples examples={page.examples} onPick={onPick} />
  </div>
)

interface SamplesProps {
  samples: readonly ChatSample[]
  onPick: (prompt: string) => void
}

/** Sample answers; a click writes the request of a sample into the composer. */
const Samples = ({ samples, onPick }: SamplesProps) => (
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
      {/* Inert: the links and buttons of the sample answer are for show. */}
      <div inert className="sample-answer mt-2.5 max-h-34 overflow-hidden text-small text-ink-soft">
        <LazyMarkdown text={sample.answer} sections={null} />
      </div>
    </article>
  )
}

interface ExamplesProps {
  examples: readonly ChatExample[]
  onPick: (prompt: string) => void
}

/** Examples of requests; a click writes one into the composer. */
const Examples = ({ examples, onPick }: ExamplesProps) => (
  <section aria-labelledby="examples-title">
    <h2 id="examples-title" className="text-small font-medium text-ink-faint">
      С чего начать
    </h2>
    <ul className="mt-2 grid gap-x-8 sm:grid-cols-2">
      {examples.map(({ text, tag }) => (
        <li key={text} className="border-b border-line">
          <button
            type="button"
            onClick={() => onPick(text)}
            className="group flex h-full min-h-14 w-full items-start gap-3 py-3.5 text-left text-small text-ink-soft transition hover:text-ink"
          >
            <span className="grow">{text}</span>
            {tag && <Badge className="mt-px">{tag}</Badge>}
            <ArrowUpRight
              size={16}
              aria-hidden
              className="mt-0.5 shrink-0 text-ink-faint transition group-hover:text-accent"
            />
          </button>
        </li>
      ))}
    </ul>
  </section>
)
