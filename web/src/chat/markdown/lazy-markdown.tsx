import { lazy, Suspense, useMemo, type ComponentType, type ReactNode } from 'react'
import type { AnswerSource } from '#contract/answer-sources.ts'
import { FailureBoundary } from '../../base/ui/failure-boundary.tsx'
import { Skeleton } from '../../base/ui/skeleton.tsx'
import { whenIdle } from '../../base/ui/when-idle.ts'
import { sectionsOf, type Section } from './answer-sections.ts'

interface AnswerTextProps {
  text: string
  /** The sections of a text that was streamed; null for a text to be cut into some. */
  sections: readonly Section[] | null
  /** It is being written. */
  grows?: boolean
  /** It is what has come of an answer that has no end. */
  isCut?: boolean
  sources?: readonly AnswerSource[] | undefined
}

interface DrawnProps {
  text: string
  sections: readonly Section[]
  grows: boolean
  sources: readonly AnswerSource[] | undefined
}

let Ready: ComponentType<DrawnProps> | undefined
// Requested together with the chat page, before any message needs it.
/** Resolves when what is drawn is drawn at once. */
export const markdownLoaded = import('./answer-markdown.tsx')
  .then(
    ({ AnswerMarkdown, prepareMarkdown }) => {
      whenIdle(() => void prepareMarkdown().catch(() => undefined))
      return ({ sections, grows, sources }: DrawnProps) => (
        <AnswerMarkdown sections={sections} grows={grows} sources={sources} />
      )
    },
    // When the chunk cannot be loaded, the user still reads the answer as plain text.
    () =>
      ({ text }: DrawnProps) => <RawText text={text} />
  )
  .then((component) => ({ default: (Ready = component) }))
const Later = lazy(() => markdownLoaded)

/** What is loaded is drawn at once: `lazy` would show its placeholder first, and React takes its time to replace that. */
const Drawn = (props: DrawnProps) => (Ready ? <Ready {...props} /> : <Later {...props} />)

/** An answer's text as markdown. */
export const LazyMarkdown = (answer: AnswerTextProps) => (
  <AnswerBoundary text={answer.text} drawn={answer.sections ?? answer.text}>
    <Suspense fallback={<Loading />}>
      <CutText {...answer} />
    </Suspense>
  </AnswerBoundary>
)

/** Below the boundary, so that the boundary also catches what `sectionsOf` throws. */
function CutText({ text, sections, grows = false, isCut = false, sources }: AnswerTextProps) {
  const cut = useMemo(() => sections ?? sectionsOf(text, isCut), [text, sections, isCut])
  return <Drawn text={text} sections={cut} grows={grows} sources={sources} />
}

const Loading = () => (
  <span className="flex flex-col gap-3 py-1.5">
    <Skeleton className="h-4 w-11/12" />
    <Skeleton className="h-4 w-3/4" />
  </span>
)

interface AnswerBoundaryProps {
  /** As the model wrote it. */
  text: string
  /** What the children draw; when it changes, drawing is tried again. */
  drawn: unknown
  children: ReactNode
}

/**
 * Shows the raw text of an answer when drawing it throws, so that one message cannot break the whole conversation.
 * An answer that is still streamed is tried again with every piece.
 */
const AnswerBoundary = ({ text, drawn, children }: AnswerBoundaryProps) => (
  <FailureBoundary drawn={drawn} failure={<RawText text={text} />}>
    {children}
  </FailureBoundary>
)

const RawText = ({ text }: { text: string }) => (
  <p data-raw-text dir="auto" className="wrap-anywhere whitespace-pre-wrap">
    {text}
  </p>
)
