import { memo } from 'react'
import { Skeleton } from '../../base/ui/skeleton.tsx'
import type { Intent } from '../draft/draft.ts'
import type { LiveAnswer } from '../stream/live-answer.ts'
import { AssistantMessage, messageClass } from './assistant-message.tsx'
import type { ThreadItem } from '../stream/thread.ts'
import { Waiting } from './answer-status.tsx'

interface ThreadViewProps {
  items: readonly ThreadItem[]
  path: string
  /** A request whose conversation is being created. */
  beginning: string | null
  /** Null while an answer runs. */
  onRepeat: ((intent: Intent) => void) | null
  onRejoin: (answer: LiveAnswer) => void
}

export const ThreadView = ({ items, path, beginning, onRepeat, onRejoin }: ThreadViewProps) => (
  <div className="flex flex-col gap-7">
    {items.map((item, index) => {
      if (item.role === 'user') return <UserMessage key={item.key} text={item.text} id={item.id} />
      const { turn } = item
      return (
        <AssistantMessage
          key={item.key}
          message={item.message}
          answer={item.answer}
          path={path}
          onRepeat={turn && onRepeat && index === items.length - 1 ? () => onRepeat(turn) : null}
          onRejoin={onRejoin}
        />
      )
    })}
    {beginning !== null && (
      <>
        <UserMessage text={beginning} id={null} />
        <Waiting begun={false} phase="asking" />
      </>
    )}
  </div>
)

const UserMessage = memo(({ text, id }: { text: string; id: number | null }) => (
  <article aria-label="Ваш запрос" data-message={id} className={`flex justify-end pl-8 sm:pl-16 ${messageClass}`}>
    <p className="max-w-full rounded-card bg-hover px-4 py-2.5 wrap-anywhere whitespace-pre-wrap">{text}</p>
  </article>
))

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
