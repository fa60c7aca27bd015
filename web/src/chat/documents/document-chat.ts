import type { ShownModel } from '#contract/catalogue/models.ts'
import type { useSession } from '../../base/session/session.tsx'
import type { LiveAnswer } from '../stream/live-answer.ts'
import type { Asker } from '../stream/following.ts'

/** What a document needs of the chat beside it. */
export interface DocumentChat {
  session: ReturnType<typeof useSession>
  conversationId: number | null
  model: ShownModel
  asker: Asker
  answers: readonly LiveAnswer[]
  generating: boolean
  obstacle: { text: string } | null
  isLocked: (model: ShownModel) => boolean
  dismissObstacle: () => void
}
