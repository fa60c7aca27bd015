import { usePrices } from '../../base/session/prices.ts'
import { Skeleton } from '../../base/ui/skeleton.tsx'
import { AssistantMessage } from './assistant-message.tsx'
import type { Intent } from '../draft/draft.ts'
import type { ThreadItem } from '../stream/thread.ts'
import type { ThreadActions } from './thread-actions.ts'
import { Waiting } from './answer-status.tsx'
import { Late } from '../markdown/late.tsx'
import { UserMessage } from './user-message.tsx'
import { cardHeightPx, LateWork, WorkPrices } from './late-work.tsx'

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

/** A proposal is about as high as so many empty lines. */
const proposalLines = '\n'.repeat(12)

function textOf(item: ThreadItem): string {
  if (item.role === 'user') return item.text
  const { content = '', proposals = [] } = item.message ?? {}
  return content + proposals.map(() => proposalLines).join('')
}

const worksOf = (item: ThreadItem) => (item.role === 'assistant' ? item.message?.works : undefined)

/** A card is as high as so many characters. */
const cardLength = 1000

/** The index of the first message that is drawn at once. */
function endOf(items: readonly ThreadItem[]): number {
  let from = items.length
  for (let length = 0; from > 0 && length < atOnceLength && items.length - from < atOnceMax;) {
    from -= 1
    const item = items[from]!
    length += worksOf(item) ? cardLength : textOf(item).length
  }
  return from
}

export function ThreadView({ items, path, beginning, wantedId, actions }: ThreadViewProps) {
  const end = endOf(items)
  return (
    // Above the list, so that its cards do not ask for them one by one.
    <WorkPrices value={usePrices()}>
      <div data-thread className="flex flex-col gap-7">
        {items.map((item, index) => (
          <Late
            key={item.key}
            text={() => textOf(item)}
            heightPx={cardHeightPx(worksOf(item))}
            atOnce={index >= end || item.message === null || item.message.id === wantedId}
          >
            {() => <Item {...{ item, path, actions }} next={items[index + 1]} />}
          </Late>
        ))}
        {beginning !== null && (
          <>
            <UserMessage text={beginning.prompt} files={beginning.files ?? []} message={null} actions={null} />
            <Waiting begun={false} shown={null} phase="asking" />
          </>
        )}
      </div>
    </WorkPrices>
  )
}

interface ItemProps extends Pick<ThreadViewProps, 'path' | 'actions'> {
  item: ThreadItem
  /** Undefined: it is the last one. */
  next: ThreadItem | undefined
}

function Item({ item, path, actions, next }: ItemProps) {
  if (item.role === 'user')
    return (
      <UserMessage
        text={item.text}
        files={item.files}
        message={item.message}
        actions={actions}
        isOrder={next !== undefined && worksOf(next) !== undefined}
      />
    )
  const { message, answer, turn } = item
  if (message?.works) return <LateWork message={message} works={message.works} turn={turn} actions={actions} />
  return (
    <AssistantMessage
      message={message}
      answer={answer}
      turn={turn}
      path={path}
      isLast={next === undefined}
      actions={actions}
    />
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
