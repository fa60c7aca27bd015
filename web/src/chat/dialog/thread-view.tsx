import { Skeleton } from '../../base/ui/skeleton.tsx'
import { AssistantMessage } from './assistant-message.tsx'
import type { Intent } from '../draft/draft.ts'
import type { ThreadItem } from '../stream/thread.ts'
import type { ThreadActions } from './thread-actions.ts'
import { Waiting } from './answer-status.tsx'
import { UserMessage } from './user-message.tsx'

interface ThreadViewProps {
  items: readonly ThreadItem[]
  path: string
  /** A request whose conversation is being created. */
  beginning: Intent | null
  actions: ThreadActions
}

export const ThreadView = ({ items, path, beginning, actions }: ThreadViewProps) => (
  <div className="flex flex-col gap-7">
    {items.map((item, index) =>
      item.role === 'user' ? (
        <UserMessage key={item.key} text={item.text} files={item.files} message={item.message} actions={actions} />
      ) : (
        <AssistantMessage
          key={item.key}
          message={item.message}
          answer={item.answer}
          turn={item.turn}
          path={path}
          isLast={index === items.length - 1}
          actions={actions}
        />
      )
    )}
    {beginning !== null && (
      <>
        <UserMessage text={beginning.prompt} files={beginning.files ?? []} message={null} actions={null} />
        <Waiting begun={false} phase="asking" />
      </>
    )}
  </div>
)

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
