// Why a request cannot be sent, above the composer. Loaded when there is something to say.
import { answerPrice, offeredOf } from '#contract/catalogue/answer-extras.ts'
import { textOf } from '#contract/errors.ts'
import { AwayNote } from './away/away-note.tsx'
import { BudgetNote, ObstacleNote, StorageNote } from './compose/obstacle-note.tsx'
import { isAwayObstacle, isStorageObstacle, type Obstacle } from './stream/chat-store.ts'
import type { Chat } from './use-chat.ts'

const withSmallLetter = (text: string): string => text.charAt(0).toLowerCase() + text.slice(1)

interface ObstaclesProps {
  chat: Chat
  code: Obstacle['code'] | null
  /** What an operator tells while the service, or the chosen model, is switched off. */
  offReason: string | null
}

export function Obstacles({ chat, code, offReason }: ObstaclesProps) {
  const { model, obstacle, attaching, dismissObstacle } = chat
  const hindered = chat.models.find(({ id }) => id === obstacle?.model) ?? model
  const isAway = isAwayObstacle(code)
  const off = code === 'SERVICE_OFF' && obstacle ? obstacle.text : offReason
  return (
    <>
      {(isAway || off !== null) && (
        <AwayNote
          model={isAway ? hindered.id : model.id}
          text={
            off === null
              ? `${hindered.name}: ${withSmallLetter(textOf('UNAVAILABLE'))}`
              : `Временно не работает. ${off}`
          }
          box={attaching.box}
          hindered={attaching.isHindered}
          surchargeTokens={attaching.surchargeTokens}
          onAsk={chat.actions.askElsewhere}
          onChoose={chat.chooseAny}
          onDismiss={isAway ? dismissObstacle : null}
        />
      )}
      {isStorageObstacle(code) && <StorageNote code={code} onDismiss={dismissObstacle} />}
      {code === 'BUDGET_EXCEEDED' && obstacle && <BudgetNote text={obstacle.text} onDismiss={dismissObstacle} />}
      {code && !isAway && code !== 'BUDGET_EXCEEDED' && !isStorageObstacle(code) && (
        <ObstacleNote
          code={code}
          model={hindered}
          priceTokens={answerPrice(hindered, offeredOf(hindered, chat.extras)) + attaching.addedTokens}
          tokens={chat.session.user?.tokens ?? 0}
          onDismiss={obstacle && dismissObstacle}
        />
      )}
    </>
  )
}
