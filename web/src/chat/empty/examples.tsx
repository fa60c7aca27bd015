import { ArrowUpRight } from 'lucide-react'
import type { ChatExample } from '#contract/catalogue/chat.ts'
import { Badge } from '../../base/ui/badge.tsx'

interface ExamplesProps {
  examples: readonly ChatExample[]
  onPick: (prompt: string) => void
}

/** Requests to begin with; a click writes one into the composer. */
export const Examples = ({ examples, onPick }: ExamplesProps) => (
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
