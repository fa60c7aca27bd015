import { useEffect, useEffectEvent, useMemo, useRef } from 'react'
import { MessageSquareText } from 'lucide-react'
import { Link } from 'react-router-dom'
import { answeringText } from '#contract/catalogue/answering.ts'
import { noExtras } from '#contract/catalogue/answer-extras.ts'
import { modelsOnPage, type ShownModel } from '#contract/catalogue/models.ts'
import { formatTokens } from '../../base/format/tokens.ts'
import { useModels } from '../../base/session/models.ts'
import { useCost, useSession } from '../../base/session/session.tsx'
import { buttonClass } from '../../base/ui/button.tsx'
import { ErrorState } from '../../base/ui/states.tsx'
import { BudgetNote, ObstacleNote, StorageNote } from '../compose/obstacle-note.tsx'
import { chatLink } from '../conversations/addresses.ts'
import { useConversations, useMessages, useOpenConversation } from '../conversations/use-conversations.ts'
import { PriceOfEdit, priceOfEditIn, useThreadActions } from '../dialog/thread-actions.ts'
import { ThreadSkeleton, ThreadView } from '../dialog/thread-view.tsx'
import { useDraft } from '../draft/draft-box.ts'
import { useProject } from '../projects/use-project.ts'
import { askBeside } from '../stream/asking.ts'
import { dismissObstacle, isAwayObstacle, isStorageObstacle, type Obstacle } from '../stream/chat-store.ts'
import { threadOf } from '../stream/thread.ts'
import { useAsker, useLiveAnswers, useObstacle, useRunningAnswer } from '../stream/use-chat-store.ts'
import { chatPageOf } from '../texts/chat-pages.ts'
import { type Compared, obstacleKeyOf } from './compared.ts'
import type { Compare } from './use-compare.ts'
import { useFollowEnd } from './use-follow-end.ts'

interface CompareColumnProps extends Compared {
  /** Takes the question that this column has not asked yet; the caller then asks it. */
  takeQuestion: Compare['takeQuestion']
  /** Takes what the files of its project add to the price. */
  tellAdded: Compare['tellAdded']
  /** How many questions were asked here, so that a new one is taken. */
  asked: number
  /** Where columns are shown one at a time: the tab that shows this one, and whether it is the one. */
  page: { id: string; labelledBy: string; isShown: boolean } | null
}

/** One model's conversation: an ordinary chat without a composer of its own. */
export function CompareColumn(props: CompareColumnProps) {
  const { model, conversationId, takeQuestion, tellAdded, asked, page: shown } = props
  const all = useModels()
  const page = chatPageOf(model.page)
  const { user } = useSession()
  const messages = useMessages(conversationId)
  const answers = useLiveAnswers(conversationId)
  const running = useRunningAnswer(answers)
  const items = useMemo(() => threadOf(messages.items, answers), [messages.items, answers])
  const { box } = useDraft(page.path, conversationId)
  const chat = useOpenConversation(conversationId, useConversations('all')) ?? null
  // The user may have put this conversation into a folder since it was begun.
  const project = useProject(conversationId, chat, { service: model.service, model: model.id })
  useEffect(() => {
    if (conversationId !== null) tellAdded(conversationId, project.tokens)
  }, [conversationId, project.tokens, tellAdded])
  const asker = useAsker({ page, conversationId, box, messages: messages.items, choose: keepModel, project })
  const place = obstacleKeyOf({ model, conversationId })
  const obstacle = useObstacle(place)
  const dismiss = () => dismissObstacle(place)
  const models = useMemo(() => modelsOnPage(all, model.page), [model.page, all])
  const generating = running !== null
  const column = useRef<HTMLElement>(null)
  useFollowEnd(column, shown !== null, asked)
  const actions = useThreadActions({ asker, messages, models, model, extras: noExtras, generating, isFieldless: true })

  const ask = useEffectEvent((round: number) => {
    const question = round > 0 && conversationId !== null && takeQuestion(conversationId)
    if (!question) return
    const { prompt, ...together } = question
    dismissObstacle(model.id)
    dismiss()
    // Where all refuse it, it comes back into the field of the comparison.
    askBeside({ ...asker, ...together }, { prompt, model: model.id, isGiven: true })
  })
  // Only when its messages are there, which the question follows, and what its project adds to the price.
  const readyId = messages.state === 'ready' && user !== null && !project.isPending ? conversationId : null
  useEffect(() => {
    if (readyId !== null) ask(asked)
  }, [readyId, asked])

  return (
    <section
      ref={column}
      {...(shown
        ? { role: 'tabpanel', id: shown.id, 'aria-labelledby': shown.labelledBy, tabIndex: 0, inert: !shown.isShown }
        : { 'aria-label': model.name })}
      className="w-full shrink-0 snap-start snap-always overflow-y-auto px-4 -outline-offset-2! xl:w-auto xl:min-w-0 xl:overflow-visible xl:px-0"
    >
      <div className="mx-auto flex max-w-text flex-col pb-4 xl:max-w-none xl:pb-0">
        <ColumnTitle
          model={model}
          addedTokens={project.tokens}
          link={conversationId === null ? null : chatLink(page.path, conversationId)}
        />
        {messages.state === 'missing' && <ErrorState title="Такого чата нет" text="Возможно, он был удалён." />}
        {messages.state === 'failed' && <ErrorState text="Ошибка при загрузке сообщений" onRetry={messages.reload} />}
        {messages.state === 'loading' && <ThreadSkeleton />}
        {conversationId === null && !obstacle && <p className="text-small text-ink-soft">{unaskedText}</p>}
        {messages.state === 'ready' && conversationId !== null && (
          <PriceOfEdit value={priceOfEditIn({ model, extras: noExtras, messages, projectTokens: project.tokens })}>
            <ThreadView items={items} path={page.path} beginning={null} wantedId={null} actions={actions} />
          </PriceOfEdit>
        )}
        {obstacle && <ColumnObstacle {...{ obstacle, model }} addedTokens={project.tokens} onDismiss={dismiss} />}
      </div>
    </section>
  )
}

interface ColumnObstacleProps {
  obstacle: Obstacle
  model: ShownModel
  /** What the files of the project add to the price. */
  addedTokens: number
  onDismiss: () => void
}

/** Why the question was refused here. */
function ColumnObstacle({ obstacle: { code, text }, model, addedTokens, onDismiss }: ColumnObstacleProps) {
  const { user } = useSession()
  if (code === 'BUDGET_EXCEEDED') return <BudgetNote text={text} onDismiss={onDismiss} />
  if (isStorageObstacle(code)) return <StorageNote code={code} onDismiss={onDismiss} />
  if (isAwayObstacle(code))
    return (
      <p role="alert" className="rounded-card bg-sunken px-4 py-2 text-small">
        {text}
      </p>
    )
  return (
    <ObstacleNote
      code={code}
      model={model}
      priceTokens={model.priceTokens + addedTokens}
      tokens={user?.tokens ?? 0}
      onDismiss={onDismiss}
    />
  )
}

/** Of a model that has refused the first question, for a reason that a toast has told or that is dismissed. */
const unaskedText = 'Модель не приняла вопрос, чат с ней не создан. Следующий вопрос получит и она.'

/** A column has one model. */
const keepModel = () => undefined

function ColumnTitle({ model, addedTokens, link }: { model: ShownModel; addedTokens: number; link: string | null }) {
  const { costOf } = useCost()
  return (
    <header className="z-10 mb-4 flex min-h-13 items-center gap-2 bg-paper xl:sticky xl:top-(--top-bar-height) xl:border-b xl:border-line">
      <div className="min-w-0">
        <h2 className="text-small font-semibold xl:truncate">{model.name}</h2>
        <p className="text-caption text-ink-soft xl:truncate">
          {[answeringText(model), formatTokens(costOf(model.priceTokens + addedTokens))].filter(Boolean).join(' · ')}
        </p>
      </div>
      {link && (
        <Link
          to={link}
          title="Продолжить только с этой моделью"
          className={buttonClass({ variant: 'ghost', size: 'small', className: 'ml-auto' })}
        >
          <MessageSquareText size={16} aria-hidden />
          Чат
        </Link>
      )}
    </header>
  )
}
