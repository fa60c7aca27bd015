// Above the composer: what is typed there was to be sent without a network. It is sent when its user says so again, at the price that
// stands on the button, and under the id that its draft has kept.
import { Clock } from 'lucide-react'
import { answerPrice } from '#contract/catalogue/answer-extras.ts'
import { formatTokens } from '../../base/format/tokens.ts'
import { useIsOnline } from '../../base/page/online.ts'
import { useCost } from '../../base/session/session.tsx'
import { Button } from '../../base/ui/button.tsx'
import { notify } from '../../base/ui/notify.ts'
import { type DraftBox, usePrompt } from '../draft/draft-box.ts'

/** What the note needs of a chat. */
interface WaitingChat {
  model: Parameters<typeof answerPrice>[0]
  extras: Parameters<typeof answerPrice>[1]
  generating: boolean
  attaching: { box: DraftBox; addedTokens: number; isHindered: boolean }
  send: () => void
}

interface WaitingNoteProps {
  chat: WaitingChat
  /** The note beside this one says what it costs and what is missing. */
  lacksTokens: boolean
}

export function WaitingNote({ chat, lacksTokens }: WaitingNoteProps) {
  const { attaching, model, extras, generating } = chat
  const { box } = attaching
  const isOnline = useIsOnline()
  const { costOf, isCovered } = useCost()
  const isEmpty = usePrompt(box).trim() === ''
  if (isEmpty) return null
  const price = costOf(answerPrice(model, extras) + attaching.addedTokens)
  const remove = () => {
    const { prompt } = box.draft()
    box.type('')
    notify.info('Сообщение убрано', {
      label: 'Вернуть',
      onClick: () => {
        if (box.hasPrompt()) return
        box.type(prompt)
        box.wait()
      }
    })
  }
  return (
    <div className="mb-2 flex flex-wrap items-center gap-x-3 gap-y-1 rounded-card bg-sunken py-2 pr-2 pl-4 text-small">
      <output className="flex grow items-center gap-2.5">
        <Clock size={16} aria-hidden className="shrink-0" />
        <span>
          {isOnline
            ? lacksTokens
              ? 'Сеть есть, сообщение ещё ждёт отправки'
              : 'Сеть есть. Отправить то, что вы написали?'
            : 'Ждёт сети. Само не отправится: вы нажмёте «Отправить»'}
        </span>
      </output>
      <span className="flex flex-wrap gap-1">
        {isOnline && !lacksTokens && (
          <Button size="small" disabled={generating || attaching.isHindered} onClick={chat.send}>
            {isCovered ? 'Отправить' : `Отправить за ${formatTokens(price)}`}
          </Button>
        )}
        <Button size="small" variant="ghost" onClick={remove}>
          Убрать
        </Button>
      </span>
    </div>
  )
}
