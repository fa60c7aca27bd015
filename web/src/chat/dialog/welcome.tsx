import { useId } from 'react'
import type { ChatExample, ChatPage, ChatSample } from '#contract/catalogue/chat.ts'
import { Badge } from '../../base/ui/badge.tsx'
import { LazyMarkdown } from '../markdown/lazy-markdown.tsx'

/** What an empty chat shows above the composer. */
export const Greeting = ({ page }: { page: ChatPage }) => (
  <header className="mx-auto w-full max-w-text pb-1 text-center">
    <h2 className="text-heading font-semibold text-balance">{`Спросите ${page.title}`}</h2>
    <p className="mt-1.5 text-balance text-ink-soft">{page.summary}</p>
  </header>
)

/** What an empty chat shows below the composer: examples of requests and sample answers. */
export const Suggestions = ({ page, onPick }: { page: ChatPage; onPick: (prompt: string) => void }) => (
  <div className="mb-auto pt-1 pb-8 sm:px-4">
    <div className="mx-auto flex w-full max-w-text flex-col gap-6">
      <Examples examples={page.examples} onPick={onPick} />
      <Samples samples={page.samples} onPick={onPick} />
    </div>
  </div>
)

interface SamplesProps {
  samples: readonly ChatSample[]
  onPick: (prompt: string) => void
}

/** Sample answers; a click writes the request of a sample into the composer. */
const Samples = ({ samples, onPick }: SamplesProps) => (
  <ul className="flex snap-x scroll-px-4 gap-3 overflow-x-auto px-4 pb-1 sm:grid sm:grid-cols-3 sm:px-0">
    {samples.map((sample) => (
      <li key={sample.title} className="w-64 shrink-0 snap-start sm:w-auto max-[20rem]:w-[86vw]">
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
      <p id={id} className="mt-1 line-clamp-3 text-small font-medium">
        {sample.prompt}
      </p>
      {/* Inert: the links and buttons of the sample answer are for show. As high as it will be before its markdown is there. */}
      <div inert className="sample-answer mt-2 h-28 overflow-hidden text-caption text-ink-soft">
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
    <h2 id="examples-title" className="sr-only">
      С чего начать
    </h2>
    <ul className="flex snap-x scroll-px-4 gap-2 overflow-x-auto px-4 pb-1 sm:grid sm:grid-cols-2 sm:px-0">
      {examples.map(({ text, tag }) => (
        <li key={text} className="w-64 shrink-0 snap-start sm:w-auto max-[20rem]:w-[86vw] sm:min-w-0">
          <button
            type="button"
            onClick={() => onPick(text)}
            title={text}
            className="flex min-h-11 w-full items-center gap-2 rounded-control border border-line px-3 py-2 text-left text-caption text-ink-soft transition hover:border-line-strong hover:text-ink"
          >
            <span className="line-clamp-2 grow sm:line-clamp-1">{text}</span>
            {tag && <Badge>{tag}</Badge>}
          </button>
        </li>
      ))}
    </ul>
  </section>
)
