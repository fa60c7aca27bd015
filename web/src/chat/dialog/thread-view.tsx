import { Skeleton } from '../../base/ui/skeleton.tsx'
import { AssistantMessage } from './assistant-message.tsx'
import type { Intent } from '../draft/draft.ts'
import type { ThreadItem } from '../stream/thread.ts'
import type { ThreadActions } from './thread-actions.ts'
import { Waiting } from './answer-status.tsx'
import { Late } from '../markdown/late.tsx'
import { UserMessage } from './user-message.tsx'

interface ThreadViewProps {
  items: readonly ThreadItem[]
  path: string
  /** A request whose conversation is being created. */
  beginning: Intent | null
  /** A message that must be on the page. */
  wantedId: number | null
  actions: ThreadActions
}

/** The end of a chat is drawn at once: so many characters fill a window, and more than these messages are never needed. */
const atOnceLength = 3000
const atOnceMax = 4

const textOf = (item: ThreadItem): string => (item.role === 'user' ? item.text : (item.message?.content ?? ''))

/** The index of the first message that is drawn at once. */
function endOf(items: readonly ThreadItem[]): number {
  let from = items.length
  for (let length = 0; from > 0 && length < atOnceLength && items.length - from < atOnceMax;) {
    from -= 1
    length += textOf(items[from]!).length
  }
  return from
}

export function ThreadView({ items, path, beginning, wantedId, actions }: ThreadViewProps) {
  const end = endOf(items)
  return (
    <div data-thread className="flex flex-col gap-7">
      {items.map((item, index) => (
        <Late
          key={item.key}
          text={() => textOf(item)}
          atOnce={index >= end || item.message === null || item.message.id === wantedId}
        >
          {() =>
            item.role === 'user' ? (
              <UserMessage text={item.text} files={item.files} message={item.message} actions={actions} />
            ) : (
              <AssistantMessage
                message={item.message}
                answer={item.answer}
                turn={item.turn}
                path={path}
                isLast={index === items.length - 1}
                actions={actions}
              />
            )
          }
        </Late>
      ))}
      {beginning !== null && (
        <>
          <UserMessage text={beginning.prompt} files={beginning.files ?? []} message={null} actions={null} />
          <Waiting begun={false} shown={null} phase="asking" />
        </>
      )}
    </div>
  )
}

export const ThreadSkeleton = () => (
  <output aria-label="Загрузка сообщений" className="flex flex-col gap-7">
    <Skeleton className="h-11 w-2/5 self-end" />
    <span className="flex flex-col gap-3">
      <Skeleton className="h-4 w-11/12" />
      <Skeleton className="h-4 w-full" />
      <Skeleton className="h-4 w-4/5" />
      <Skeleton className="h-4 w-2/3" />
    </span>
    <Skeleton className="h-11 w-1/3 self-end" />
    <span className="flex flex-col gap-3">
      <Skeleton className="h-4 w-full" />
      <Skeleton className="h-4 w-3/4" />
    </span>
  </output>
)
