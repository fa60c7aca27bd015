import { lazy, Suspense, type ReactNode } from 'react'
import type { Section } from '../markdown/answer-sections.ts'

// Asked for as soon as a chat page is, so that both arrive together.
const loaded = import('../markdown/answer-markdown.tsx')
const AnswerMarkdown = lazy(async () => ({ default: (await loaded).AnswerMarkdown }))

/** Markdown when its code is here, the plain text until then. */
export const LazyMarkdown = ({ sections }: { sections: readonly Section[] }) => (
  <Suspense fallback={<Plain sections={sections} />}>
    <AnswerMarkdown sections={sections} />
  </Suspense>
)

const Plain = ({ sections }: { sections: readonly Section[] }): ReactNode => (
  <div className="whitespace-pre-wrap">
    {sections.flatMap((section) => section.map(({ source }) => source)).join('\n')}
  </div>
)
