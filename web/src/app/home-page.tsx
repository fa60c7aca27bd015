// The home page, with what it shows of a user's chats and works. All that only users need is loaded for them alone.
import { type ComponentType, lazy, type ReactNode, Suspense } from 'react'
import { withQueries } from '../base/http/queries.tsx'
import { useIsFromBuild } from '../base/page/from-build.ts'
import { useSession } from '../base/session/session.tsx'
import { HomePage } from '../site/home/home-content.tsx'
import type { HomeParts } from '../site/home/parts.ts'
import { RecentPlace } from '../site/home/recent-place.tsx'
import { FromFirstWord } from './home/from-first-word.tsx'

const Nothing = (): ReactNode => null

/** Where a part cannot be loaded, the page works without it. */
const part = <Props extends object>(load: () => Promise<ComponentType<Props>>) =>
  lazy(async () => ({ default: await withQueries(load).catch((): ComponentType<Props> => Nothing) }))

const LastWork = part(async () => (await import('./home/recent.tsx')).Recent)
const QuestionDraft = part(async () => (await import('./home/question-draft.tsx')).QuestionDraft)

const parts: HomeParts = {
  Recent: function Recent() {
    const { status, user } = useSession()
    const isFromBuild = useIsFromBuild()
    if (status === 'signed-out' && !isFromBuild) return null
    return user ? (
      <Suspense fallback={<RecentPlace />}>
        <LastWork />
      </Suspense>
    ) : (
      <RecentPlace />
    )
  },
  Draft: ({ form }) => (
    <Suspense>
      <QuestionDraft form={form} />
    </Suspense>
  ),
  OneTap: FromFirstWord,
  attach: async (files, model) => (await import('./home/question.ts')).attach(files, model),
  hasFiles: async () => (await import('./home/question.ts')).hasFiles(),
  handOver: async (question) => (await import('./home/question.ts')).handOver(question)
}

export const Page = () => <HomePage parts={parts} />
