import { useMemo } from 'react'
import type { InChat } from '../../media/job/in-chat.ts'
import { refreshConversation } from '../conversations/conversations.ts'
import type { Asker } from '../stream/following.ts'
import { openPanel, tellOrdered } from './open-panel.ts'
import type { Order } from './order-work.ts'

/** What the cards of a conversation do there: the same until another one is shown. @param creates it has a composer with the panel «Создать» */
export function useWorksHere({ box, conversationId, queries }: Asker, creates: boolean): InChat | null {
  const { key } = box
  return useMemo(
    () =>
      conversationId === null
        ? null
        : {
            place: { conversationId },
            onOrdered: () => {
              tellOrdered(conversationId)
              void refreshConversation(queries, conversationId)
            },
            begin: creates ? (kind, source) => openPanel(key, { kind, source }) : null
          },
    [conversationId, queries, key, creates]
  )
}

/** Orders a work once more, for the same request. @throws what ordering throws */
export async function makeAgain(asker: Asker, model: string, order: Order): Promise<void> {
  const { orderWork } = await import('./order-work.ts')
  await orderWork(asker, model, order)
}
