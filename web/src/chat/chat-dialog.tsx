import { Suspense, useEffect, useMemo, useRef, useState } from 'react'
import { clsx } from 'clsx'
import { Columns3, MessageCircleOff } from 'lucide-react'
import { Link } from 'react-router-dom'
import { answerPrice } from '#contract/catalogue/answer-extras.ts'
import { isCheap } from '#contract/catalogue/chat-models.ts'
import { canPay, freeTokens } from '#contract/catalogue/plans.ts'
import type { ChatPage } from '#contract/catalogue/chat.ts'
import { beginningOf } from '#contract/cut-text.ts'
import { unmarked } from '#contract/unmarked.ts'
import { cheapestModel, formatAnswers } from '../base/format/gift.tsx'
import { formatTokens } from '../base/format/tokens.ts'
import { useUsersOnly } from '../base/page/from-build.ts'
import { useIsOnline } from '../base/page/online.ts'
import { paths } from '../base/paths.ts'
import { useModels } from '../base/session/models.ts'
import { useCost } from '../base/session/session.tsx'
import { FailureBoundary } from '../base/ui/failure-boundary.tsx'
import { Button, buttonClass } from '../base/ui/button.tsx'
import { EmptyState, ErrorState } from '../base/ui/states.tsx'
import { late } from '../base/page/late.ts'
import { ChatFooter } from './chat-footer.tsx'
import { onOrdered } from './create/open-panel.ts'
import type { Chat } from './use-chat.ts'
import { PriceOfEdit, priceOfEditIn } from './dialog/thread-actions.ts'
import { ThreadSkeleton, ThreadView } from './dialog/thread-view.tsx'
import { useFollowBottom } from './dialog/follow-bottom.ts'
import { takeLostFocus, useEarlierMessages, useFoundMessage } from './dialog/places.ts'
import { Greeting, Suggestions } from './dialog/welcome.tsx'
import { RoleNote, RoleChoice } from './roles/role-choice.tsx'
import { failureText } from './stream/answer-texts.ts'
import type { LiveAnswer } from './stream/live-answer.ts'

interface ChatDialogProps {
  page: ChatPage
  chat: Chat
  /** Opens the instruction of the open conversation. */
  onInstruct: () => void
}

/** The dialog and the composer below it; the window scrolls both. */
export function ChatDialog({ page, chat, onInstruct }: ChatDialogProps) {
  const content = useRef<HTMLDivElement>(null)
  const started = chat.items.length > 0 || chat.beginning !== null
  const { away, toBottom, release } = useFollowBottom(content, started)
  const shown = started ? chat.conversationId : null
  const asked = chat.running?.turn.operationId ?? chat.beginning?.prompt ?? null

  // Scroll to the end when a conversation is opened and when the user asks something.
  useEffect(() => {
    if (shown !== null) toBottom()
  }, [shown, toBottom])
  useEffect(() => {
    if (asked !== null) toBottom()
  }, [asked, toBottom])

  useEffect(() => onOrdered((id) => id === chat.conversationId && toBottom()), [chat.conversationId, toBottom])

  const wantedId = useFoundMessage({
    content,
    conversationId: chat.conversationId,
    messages: chat.messages,
    onFound: release
  })
  useEarlierMessages(content, chat.messages)

  const empty = !started && !isLoading(chat) && chat.messages.state === 'ready'
  return (
    <>
      <div ref={content} className={clsx('flex flex-col px-4 pb-2', empty ? 'mt-auto pt-9' : 'grow pt-6')}>
        {empty ? (
          <Greeting page={page} />
        ) : (
          <DialogContent page={page} chat={chat} started={started} wantedId={wantedId} onInstruct={onInstruct} />
        )}
      </div>
      <Announcer running={chat.running} />
      {chat.messages.state !== 'missing' && (
        <ChatFooter page={page} chat={chat} away={away} empty={empty} onBottom={toBottom} />
      )}
      {empty && chat.conversationId === null && <WaysToAsk chat={chat} />}
      {empty && <Suggestions page={page} onPick={chat.fill} />}
    </>
  )
}

/** Below the composer, before the first question: who answers, and another way to ask. */
const WaysToAsk = ({ chat }: { chat: Chat }) => (
  <>
    <HowFar chat={chat} />
    <div className="flex flex-wrap items-center justify-center gap-x-1 px-4 pb-3">
      <RoleChoice role={chat.role} models={chat.models} onChange={chat.chooseRole} />
      <Link to={paths.compare} className={buttonClass({ variant: 'ghost', size: 'small' })}>
        <Columns3 size={16} aria-hidden />
        Сравнить модели
      </Link>
    </div>
  </>
)

/**
 * How many answers of the chosen model the balance pays for, and for a new user those of the cheapest. Its lines are there before the
 * user is known, so that nothing moves.
 */
function HowFar({ chat: { session, model, extras, attaching, chooseAny } }: { chat: Chat }) {
  const { status, user } = session
  const { isCovered } = useCost()
  const usersOnly = useUsersOnly()
  const models = useModels()
  if (status === 'signed-out' && !usersOnly) return null
  const asked = { name: model.name, priceTokens: answerPrice(model, extras) + attaching.surchargeTokens }
  const isNew = user?.plan === 'free' && user.tokens > 0 && user.tokens <= freeTokens && !isCheap(model)
  const cheapest = isNew ? models.find(({ id, isOnSale }) => isOnSale && id === cheapestModel.id) : undefined
  const mayAsk = user !== null && canPay(user, asked.priceTokens)
  return (
    <p
      className={clsx(
        'min-h-[calc(2lh+0.25rem)] px-4 pb-1 text-center text-caption text-ink-soft sm:min-h-[calc(1lh+0.25rem)]',
        usersOnly
      )}
    >
      {isCovered && <span>Premium: токены не списываются</span>}
      {mayAsk && !isCovered && <span>{`${formatTokens(user.tokens)} = ${formatAnswers(user.tokens, asked)}`}</span>}
      {cheapest && (
        <>
          <span>{mayAsk ? ' или ' : `${formatTokens(user?.tokens ?? 0)} = `}</span>
          <button
            type="button"
            className="-my-2 rounded-small py-2 underline underline-offset-3 hover:text-ink"
            onClick={() => chooseAny(cheapest)}
          >
            {formatAnswers(user?.tokens ?? 0, cheapest)}
          </button>
        </>
      )}
    </p>
  )
}

const isLoading = ({ opening, messages, session, conversationId }: Chat): boolean =>
  opening || messages.state === 'loading' || (session.status === 'loading' && conversationId !== null)

/** The same until something changes it, so that the messages are not asked whether they show it. */
function usePriceOfEdit({
  model,
  extras: { webSearch, thinking },
  messages: { items },
  asker: { projectTokens }
}: Chat) {
  return useMemo(
    () => priceOfEditIn({ model, extras: { webSearch, thinking }, messages: { items }, projectTokens }),
    [model, webSearch, thinking, items, projectTokens]
  )
}

const SavedHere = late(async () => (await import('./offline/in-chat.ts')).SavedHere)

interface DialogContentProps extends ChatDialogProps {
  started: boolean
  wantedId: number | null
}

function DialogContent({ page, chat, started, wantedId, onInstruct }: DialogContentProps) {
  const { messages, current } = chat
  const priceOfEdit = usePriceOfEdit(chat)
  const isOnline = useIsOnline()
  if (!isOnline && !started && chat.conversationId !== null)
    return (
      <FailureBoundary failure={<EmptyState icon={<MessageCircleOff size={24} aria-hidden />} title="Нужна сеть" />}>
        <Suspense fallback={<ThreadSkeleton />}>
          <SavedHere id={chat.conversationId} />
        </Suspense>
      </FailureBoundary>
    )
  if (messages.state === 'missing')
    return (
      <EmptyState
        icon={<MessageCircleOff size={24} aria-hidden />}
        title="Такого чата нет"
        text={`Возможно, он был удалён.${chat.attaching.box.hasPrompt() ? ' Написанное перейдёт в новый чат.' : ''}`}
        action={
          <span ref={takeLostFocus}>
            <Button onClick={chat.begin}>Новый чат</Button>
          </span>
        }
      />
    )
  if (messages.state === 'failed') return <ErrorState text="Ошибка при загрузке сообщений" onRetry={messages.reload} />
  return (
    <div className="mx-auto w-full max-w-text">
      {messages.hasEarlier && (
        <Button
          variant="ghost"
          size="small"
          busy={messages.loadingEarlier}
          onClick={messages.loadEarlier}
          className="mx-auto mb-6 flex"
        >
          Показать более ранние сообщения
        </Button>
      )}
      {started && !messages.hasEarlier && current?.role && <RoleNote role={current.role} onOpen={onInstruct} />}
      {started ? (
        <PriceOfEdit value={priceOfEdit}>
          <ThreadView
            items={chat.items}
            path={page.path}
            beginning={chat.beginning}
            wantedId={wantedId}
            actions={chat.actions}
          />
        </PriceOfEdit>
      ) : (
        <ThreadSkeleton />
      )}
    </div>
  )
}

/** How much of an answer a screen reader reads by itself. The user can read the rest in the dialog. */
const announcedMax = 400

/** Tells screen readers that an answer begins, and its text when it ended. Reading every piece would never stop. */
export function Announcer({ running }: { running: LiveAnswer | null }) {
  const [latest, setLatest] = useState(running)
  if (running && running !== latest) setLatest(running)
  const text = running ? 'Модель отвечает' : latest && endText(latest)
  return (
    <p aria-live="polite" className="sr-only">
      {text}
    </p>
  )
}

function endText(answer: LiveAnswer): string | null {
  const { text, phase, accepted, end } = answer.view().state
  // A toast says why the server did not accept the request.
  if (!accepted) return null
  if (end?.type === 'error') return failureText(end.failure)
  if (phase !== 'ended') return 'Ответ прервался'
  const ending = end?.outcome === 'stopped' ? 'Ответ остановлен' : 'Ответ готов'
  return `${ending}. ${spokenText(text, announcedMax)}`
}

/** Markdown for a screen reader: the words without the marks, cut after `lengthMax` characters. */
export function spokenText(markdown: string, lengthMax: number): string {
  // Twice the length, because marks are removed from it.
  const text = unmarked(beginningOf(markdown, lengthMax * 2))
  return text.length > lengthMax ? `${beginningOf(text, lengthMax)}…` : text
}
