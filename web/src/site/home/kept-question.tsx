import { useEffect, useLayoutEffect, useRef, useSyncExternalStore } from 'react'
import { X } from 'lucide-react'
import { useNavigate } from 'react-router-dom'
import { formatTokens } from '../../base/format/tokens.ts'
import { askingNow } from '../../base/page/ask-now.ts'
import { filledPath } from '../../base/paths.ts'
import { useCost, useSession } from '../../base/session/session.tsx'
import { keepQuestion, type KeptQuestion, keptQuestion, onKeptQuestion } from '../../base/session/kept-question.ts'
import { Badge } from '../../base/ui/badge.tsx'
import { Button } from '../../base/ui/button.tsx'
import { IconButton } from '../../base/ui/icon-button.tsx'
import { landmark } from '../../base/ui/landmark.ts'

function putAway() {
  keepQuestion(null)
  landmark()?.focus({ preventScroll: true })
}

/** The words stand in one place: the field that they were typed into, in the tab that waited, would ask and charge them once more. */
function takeOver(prompt: string): boolean {
  const field = document.querySelector<HTMLTextAreaElement>('textarea[data-sends]')
  const isTaken = field !== null && prompt !== '' && field.value.trim() === prompt
  if (isTaken) {
    field.value = ''
    // The draft of the field follows it.
    field.dispatchEvent(new Event('input', { bubbles: true }))
  }
  return isTaken
}

/** First on the home page of a new user: what they wanted to send before they registered, or the page they were on the way to. */
export function KeptQuestionCard() {
  const kept = useSyncExternalStore(onKeptQuestion, keptQuestion, () => null)
  const { user } = useSession()
  const isOwn = kept !== null && user !== null && (kept.owner === null || kept.owner === user.id)
  useEffect(() => {
    if (isOwn && kept.owner === null) keepQuestion({ ...kept, owner: user.id })
  }, [isOwn, kept, user])
  // Its words come first: base/style/tokens.css keeps toasts off them.
  useLayoutEffect(() => {
    document.documentElement.toggleAttribute('data-kept-question', isOwn)
    return () => document.documentElement.removeAttribute('data-kept-question')
  }, [isOwn])
  const room = useRef<HTMLElement>(null)
  const prompt = isOwn ? kept.prompt : ''
  // The window may stand at the field, with the card above it.
  useLayoutEffect(() => {
    if (takeOver(prompt)) room.current?.scrollIntoView({ block: 'center' })
  }, [prompt])
  if (!isOwn) return null
  return (
    <section
      ref={room}
      aria-label="Ваш запрос"
      className="relative -mb-8 min-h-52 rounded-panel border border-accent bg-raised p-5 shadow-raised sm:-mb-12 sm:p-6"
    >
      {kept.prompt === '' ? (
        <KeptPlace kept={kept} tokens={user.tokens} />
      ) : (
        <KeptWords kept={kept} tokens={user.tokens} />
      )}
      <IconButton label="Убрать" icon={<X size={18} />} onClick={putAway} className="absolute! top-2 right-2" />
    </section>
  )
}

function KeptWords({ kept, tokens }: { kept: KeptQuestion; tokens: number }) {
  const navigate = useNavigate()
  const { path, prompt, model, name, operationId } = kept
  const priceTokens = kept.priceTokens ?? 0
  const { costOf, isCovered } = useCost()
  const leaveTo = (to: string, state?: { state: unknown }) => {
    keepQuestion(null)
    void navigate(to, state)
  }
  return (
    <>
      <h2 className="pr-10 text-title font-semibold">Ваш запрос ждёт</h2>
      <p className="mt-2 line-clamp-6 break-words whitespace-pre-line text-ink-soft">{prompt}</p>
      <p className="mt-2 text-small text-ink-faint">
        <span>{`${name} · ${formatTokens(costOf(priceTokens))}, на счёте ${formatTokens(tokens)}`}</span>
        {isCovered && (
          <Badge tone="accent" className="ml-2">
            Premium
          </Badge>
        )}
      </p>
      <div className="mt-4 flex flex-wrap gap-2">
        <Button variant="accent" onClick={() => leaveTo(path, askingNow({ prompt, model, priceTokens, operationId }))}>
          Отправить
        </Button>
        <Button variant="ghost" onClick={() => leaveTo(model === null ? path : filledPath(path, { prompt, model }))}>
          Изменить
        </Button>
      </div>
    </>
  )
}

function KeptPlace({ kept: { path, name }, tokens }: { kept: KeptQuestion; tokens: number }) {
  const navigate = useNavigate()
  return (
    <>
      <h2 className="pr-10 text-title font-semibold">{`Вы хотели открыть «${name}»`}</h2>
      <p className="mt-2 text-ink-soft">{`Аккаунт готов, на счёте ${formatTokens(tokens)}. Продолжите с того места, где остановились.`}</p>
      <Button
        variant="accent"
        className="mt-4"
        onClick={() => {
          keepQuestion(null)
          void navigate(path)
        }}
      >
        Продолжить
      </Button>
    </>
  )
}
