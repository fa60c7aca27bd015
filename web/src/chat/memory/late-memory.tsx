// What a chat begins with of the user's memory: the rest is loaded when there is nothing else to do, or something is offered.
import { Suspense, useEffect, useState } from 'react'
import type { Message } from '#contract/chats.ts'
import { FailureBoundary } from '../../base/ui/failure-boundary.tsx'
import { whenIdle } from '../../base/ui/when-idle.ts'
import { late } from '../../base/page/late.ts'
import type { MemoryPlace } from './chat-memory.ts'

const MemoryNote = late(async () => (await import('./memory-note.tsx')).MemoryNote)
const MemoryOffer = late(async () => (await import('./memory-offer.tsx')).MemoryOffer)

/** That the memory goes with the next question. */
export function LateMemoryNote(place: MemoryPlace) {
  const [isIdle, setIdle] = useState(false)
  useEffect(() => whenIdle(() => setIdle(true)), [])
  return (
    isIdle && (
      <FailureBoundary failure={null}>
        <Suspense>
          <MemoryNote {...place} />
        </Suspense>
      </FailureBoundary>
    )
  )
}

/** What is offered to be remembered after an answer. */
export const LateMemoryOffer = ({ message }: { message: Message | null }) =>
  message?.memory_offer &&
  message.operation_id && (
    <FailureBoundary failure={null}>
      <Suspense>
        <MemoryOffer operationId={message.operation_id} text={message.memory_offer} />
      </Suspense>
    </FailureBoundary>
  )
