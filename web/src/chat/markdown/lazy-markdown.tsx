import { lazy, Suspense, useMemo } from 'react'
import { Skeleton } from '../../base/ui/skeleton.tsx'
import { sectionsOf, type Section } from './answer-sections.ts'
import { AnswerBoundary, RawText } from '../dialog/answer-boundary.tsx'

interface AnswerTextProps {
  text: string
  /** Of a text that arrives, cut while it does; null for one that is whole. */
  sections: readonly Section[] | null
}

interface DrawnProps {
  text: string
  sections: readonly Section[]
}

// Asked for as soon as a chat page is, so that both arrive together.
const loaded = import('./answer-markdown.tsx').then(
  ({ AnswerMarkdown }) => ({ default: ({ sections }: DrawnProps) => <AnswerMarkdown sections={sections} /> }),
  // An answer that was paid for is readable without its looks.
  () => ({ default: ({ text }: DrawnProps) => <RawText text={text} /> })
)
const Drawn = lazy(() => loaded)

/** An answer's text as markdown. */
export const LazyMarkdown = ({ text, sections }: AnswerTextProps) => (
  <AnswerBoundary text={text} drawn={sections ?? text}>
    <Suspense fallback={<Loading />}>
      <CutText text={text} sections={sections} />
    </Suspense>
  </AnswerBoundary>
)

/** Below the boundary, which is for the cutting as well. */
function CutText({ text, sections }: AnswerTextProps) {
  const cut = useMemo(() => sections ?? sectionsOf(text), [text, sections])
  return <Drawn text={text} sections={cut} />
}

const Loading = () => (
  <span className="flex flex-col gap-3 py-1.5">
    <Skeleton className="h-4 w-11/12" />
    <Skeleton className="h-4 w-3/4" />
  </span>
)
