import { lazy, Suspense } from 'react'
import { Skeleton } from '../../base/ui/skeleton.tsx'
import type { Section } from './answer-sections.ts'

interface AnswerTextProps {
  sections: readonly Section[]
}

// Asked for as soon as a chat page is, so that both arrive together.
const loaded = import('./answer-markdown.tsx').then(
  ({ AnswerMarkdown }) => ({ default: AnswerMarkdown }),
  // An answer that was paid for is readable without its looks.
  () => ({ default: PlainText })
)
const AnswerMarkdown = lazy(() => loaded)

/** An answer's text as markdown. */
export const LazyMarkdown = ({ sections }: AnswerTextProps) => (
  <Suspense fallback={<Loading />}>
    <AnswerMarkdown sections={sections} />
  </Suspense>
)

const PlainText = ({ sections }: AnswerTextProps) => (
  <p className="whitespace-pre-wrap">{sections.flatMap((section) => section.map(({ source }) => source)).join('\n')}</p>
)

const Loading = () => (
  <span className="flex flex-col gap-3 py-1.5">
    <Skeleton className="h-4 w-11/12" />
    <Skeleton className="h-4 w-3/4" />
  </span>
)
