import type { Intent } from '../draft/draft.ts'
import type { LiveAnswer } from '../stream/live-answer.ts'
import { AssistantMessage } from './assistant-message.tsx'
import type { ThreadItem } from '../stream/thread.ts'
import { UserMessage } from './user-message.tsx'
import { Waiting } from './waiting.tsx'

interface ThreadViewProps {
  items: readonly ThreadItem[]
  path: string
  /** A request that waits for its conversation. */
  beginning: string | null
  /** Null while something is being answered. */
  onRepeat: ((intent: Intent) => void) | null
  onRejoin: (answer: LiveAnswer) => void
}

export const ThreadView = ({ items, path, beginning, onRepeat, onRejoin }: ThreadViewProps) => (
  <div className="flex flex-col gap-7">
    {items.map((item, index) => {
      if (item.role === 'user') return <UserMessage key={item.key} text={item.text} />
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
        <UserMessage text={beginning} />
        <Waiting begun={false} phase="asking" />
      </>
    )}
  </div>
)
