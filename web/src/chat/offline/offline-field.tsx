// What is written to a saved chat. It is the draft of that chat's own composer: it waits there, and is sent from there.
import { useId, useState } from 'react'
import { Clock } from 'lucide-react'
import { promptLengthMax } from '#contract/answers.ts'
import { Button, buttonClass } from '../../base/ui/button.tsx'
import { useKeyboard } from '../../base/ui/keyboard.ts'
import { chatLink } from '../conversations/addresses.ts'
import { tooLongText } from '../draft/draft.ts'
import { draftBox, draftKey, usePrompt, useWaits } from '../draft/draft-box.ts'
import type { SavedChat } from './saved-chats.ts'

export function OfflineField({ chat: { id, path, owner }, isOnline }: { chat: SavedChat; isOnline: boolean }) {
  const [box] = useState(() => {
    const known = draftBox(draftKey(path, id), owner)
    // It may be from before its user was known.
    known.setOwner(owner)
    return known
  })
  const prompt = usePrompt(box)
  const waits = useWaits(box)
  const hintId = useId()
  useKeyboard()
  const isTooLong = prompt.length > promptLengthMax
  const isEmpty = prompt.trim() === ''
  const isWaiting = waits && !isEmpty && !isTooLong
  const waitingText = isOnline ? 'Сеть есть: отправьте из чата, цена будет на кнопке' : 'Ждёт сети. Само не отправится'
  const hint = isTooLong ? tooLongText(prompt) : isWaiting && waitingText
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault()
        if (!isTooLong) box.wait()
      }}
      className="sticky bottom-(--keyboard) mt-auto bg-paper pt-6 pb-[max(1rem,env(safe-area-inset-bottom))]"
    >
      <div className="flex flex-col rounded-card border border-line-strong/60 bg-raised shadow-raised">
        <textarea
          dir="auto"
          rows={1}
          value={prompt}
          onChange={(event) => box.type(event.target.value)}
          aria-label="Ваш запрос"
          aria-describedby={hintId}
          aria-invalid={isTooLong || undefined}
          placeholder="Напишите: отправите, когда появится сеть"
          className="field-sizing-content block max-h-[40dvh] min-h-14 w-full resize-none bg-transparent px-4 pt-4 pb-2 outline-none placeholder:text-ink-faint"
        />
        <div className="flex flex-wrap items-center gap-2 p-2 pl-4">
          <output id={hintId} className="flex grow items-center gap-1.5 text-caption text-ink-soft">
            {isWaiting && <Clock size={14} aria-hidden className="shrink-0" />}
            <span>{hint}</span>
          </output>
          {isWaiting && (
            <Button size="small" variant="ghost" onClick={() => box.type('')}>
              Убрать
            </Button>
          )}
          {isWaiting && isOnline && (
            <a href={chatLink(path, id)} className={buttonClass({ size: 'small' })}>
              Отправить…
            </a>
          )}
          {!isWaiting && (
            <Button size="small" type="submit" disabled={isEmpty || isTooLong}>
              Отложить до сети
            </Button>
          )}
        </div>
      </div>
    </form>
  )
}
