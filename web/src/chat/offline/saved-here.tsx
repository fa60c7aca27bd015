// In the place of a chat that cannot be read without a network.
import { WifiOff } from 'lucide-react'
import { formatMoment } from '../../base/format/dates.ts'
import { EmptyState } from '../../base/ui/states.tsx'
import { ThreadSkeleton } from '../dialog/thread-view.tsx'
import { SavedThread } from './saved-thread.tsx'
import { useSavedChats, useSavedMessages } from './use-saved.ts'

export function SavedHere({ id }: { id: number }) {
  const messages = useSavedMessages(id)
  const chat = useSavedChats()?.find((one) => one.id === id)
  if (messages === null) return <ThreadSkeleton />
  if (messages === 'missing')
    return (
      <EmptyState
        icon={<WifiOff size={24} aria-hidden />}
        title="Этот чат не сохранён на устройстве"
        text="Он откроется, когда появится сеть."
      />
    )
  return (
    <div className="mx-auto w-full max-w-text">
      {chat && <p className="mb-6 text-caption text-ink-soft">{`Сохранено ${formatMoment(chat.savedAt)}`}</p>}
      <SavedThread messages={messages} chat={chat} />
    </div>
  )
}
