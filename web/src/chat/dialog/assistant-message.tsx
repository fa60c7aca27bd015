import { memo, Suspense } from 'react'
import { GitBranch, PanelLeft, RotateCw, StepForward } from 'lucide-react'
import { noExtras } from '#contract/catalogue/answer-extras.ts'
import { surchargeOf } from '#contract/catalogue/attachments.ts'
import type { Message } from '#contract/chats.ts'
import type { ReadPlace } from '#contract/projects.ts'
import { HelpButton } from '../../base/ui/help-button.tsx'
import type { HelpAbout } from '../../base/ui/help-letter.ts'
import { IconButton } from '../../base/ui/icon-button.tsx'
import { late } from '../../base/page/late.ts'
import type { Intent } from '../draft/draft.ts'
import {
  brokenOffText,
  isFree,
  mayContinue,
  mayRepeat,
  outcomeText,
  type SavedOutcome,
  savedOutcomeOf
} from '../stream/answer-texts.ts'
import type { AnswerState } from '../stream/answer-state.ts'
import type { LiveAnswer } from '../stream/live-answer.ts'
import { useAnswerContent } from './answer-content.ts'
import { AnswerActions, AnswerAgain, Receipt } from './answer-actions.tsx'
import { AnswerNote, type NoteAction, Waiting, Thinking } from './answer-status.tsx'
import { LateMemoryOffer } from '../memory/late-memory.tsx'
import { isChangeQuestion } from '../documents/change-question.ts'
import { LateProposals } from './late-proposals.tsx'
import type { ThreadActions } from './thread-actions.ts'
import { messageClass, MessageTime, VersionSwitch } from './user-message.tsx'
import { LazyMarkdown } from '../markdown/lazy-markdown.tsx'

const ReadPlaces = late(async () => (await import('../projects/read-places.tsx')).ReadPlaces)
const OtherModel = late(async () => (await import('../away/other-model.tsx')).OtherModel)

interface AssistantMessageProps {
  message: Message | null
  answer: LiveAnswer | null
  /** The request that it answers, if that is known. */
  turn: Intent | null
  path: string
  isLast: boolean
  actions: ThreadActions
}

/** One answer: its text, how it ended, what it cost, and its buttons. */
export const AssistantMessage = memo(({ message, answer, turn, path, isLast, actions }: AssistantMessageProps) => {
  const { text, sections, thinking, sources, read, proposed, running, state } = useAnswerContent(message, answer)
  const thinks = running && text === '' && thinking !== ''
  const end = state?.end ?? null
  const outcome = (message && savedOutcomeOf(message)) ?? end?.outcome ?? null
  const note = noteOf(message, state, outcome, text)
  const operationId = message?.operation_id ?? answer?.turn.operationId
  const offered = running ? [] : offers({ message, answer, turn, isLast, actions }, { state, outcome, text })
  return (
    <article
      aria-label="Ответ"
      aria-busy={running}
      data-message={message?.id}
      data-answer={operationId}
      className={`group ${messageClass}`}
    >
      {thinking !== '' && <Thinking text={thinking} thinks={thinks} />}
      {text !== '' && (
        <LazyMarkdown text={text} sections={sections} grows={running} isCut={mayContinue(outcome)} sources={sources} />
      )}
      {read.length > 0 && <Read places={read} />}
      <LateProposals {...proposed} {...{ message, isLast, path, actions }} answerId={operationId} />
      {running && state && !thinks && (
        <Waiting begun={text !== ''} since={answer?.askedAt} shown={sections} phase={state.phase} />
      )}
      {note && (
        <AnswerNote text={note} outcome={outcome} actions={offered}>
          {isLast && turn && isAway(state, outcome) && !isChangeQuestion(turn.prompt) && (
            <AskOther turn={turn} model={message?.model ?? turn.model} actions={actions} />
          )}
          {(outcome === null || isFree(outcome)) && <HelpButton about={helpAbout(note, operationId)} />}
        </AnswerNote>
      )}
      {!running && (text !== '' || (message?.versions.length ?? 0) > 1) && (
        <footer className="mt-2 flex flex-wrap items-center gap-x-3 gap-y-1">
          {text !== '' && (
            <AnswerActions text={text} sources={sources} path={path} time={message?.created_at ?? null}>
              {message && turn && !isChangeQuestion(turn.prompt) && (
                <AnswerAgain
                  surchargeTokens={surchargeOf(turn.files ?? [])}
                  model={message.model}
                  extras={turn.extras ?? noExtras}
                  actions={actions}
                  onPick={(model, added) => actions.answerAgain(turn, model, added)}
                />
              )}
              {message && <DocumentButton messageId={message.id} text={text} actions={actions} />}
              {message && (
                <IconButton
                  label="Новый чат с этого места"
                  size="small"
                  icon={<GitBranch size={16} />}
                  disabled={actions.disabled}
                  onClick={() => actions.branch(message.id)}
                />
              )}
            </AnswerActions>
          )}
          {message && <VersionSwitch message={message} actions={actions} />}
          {message && <Time message={message} />}
          {!isFree(outcome) && text !== '' && (
            <Receipt message={message} end={end} model={message?.model ?? answer?.turn.model} />
          )}
        </footer>
      )}
      <LateMemoryOffer message={message} />
    </article>
  )
})

/** Shorter answers are talk. */
const documentLengthMin = 400

const isDocument = (text: string): boolean => text.length >= documentLengthMin || /`{3}(html|svg)/.test(text)

interface DocumentButtonProps {
  messageId: number
  text: string
  actions: ThreadActions
}

const DocumentButton = ({ messageId, text, actions: { openDocument, disabled } }: DocumentButtonProps) =>
  openDocument &&
  isDocument(text) && (
    <IconButton
      label="Открыть как документ"
      size="small"
      // Beside the chat, at its other side.
      icon={<PanelLeft size={16} className="-scale-x-100" />}
      disabled={disabled}
      onClick={() => openDocument(messageId)}
    />
  )

const Time = ({ message }: { message: Message }) => (
  // A mouse that is elsewhere would leave a hole in the line.
  <span className="pointer-fine:order-last opacity-0 transition group-focus-within:opacity-100 group-hover:opacity-100 pointer-coarse:opacity-100">
    <MessageTime time={message.created_at} />
  </span>
)

const Read = ({ places }: { places: readonly ReadPlace[] }) => (
  <Suspense>
    <ReadPlaces places={places} />
  </Suspense>
)

const helpAbout = (what: string, id: string | undefined): HelpAbout => ({
  what,
  ...(id !== undefined && { number: { name: 'Номер операции', id } })
})

interface AskOtherProps {
  turn: Intent
  /** The id of the model that is away. */
  model: string
  actions: ThreadActions
}

/** Another model for a question whose model is away. */
const AskOther = ({ turn, model, actions }: AskOtherProps) => (
  <Suspense>
    <OtherModel
      away={model}
      surchargeTokens={surchargeOf(turn.files ?? [])}
      verb="Спросить"
      onPick={(other, priceTokens) => actions.askElsewhere(turn, other, priceTokens)}
    />
  </Suspense>
)

interface Shown {
  state: AnswerState | null
  outcome: SavedOutcome | null
  text: string
}

/** What the user is offered after an answer that is not complete. */
function offers(
  { message, answer, turn, isLast, actions }: Omit<AssistantMessageProps, 'path'>,
  { state, outcome, text }: Shown
): NoteAction[] {
  const retry = <RotateCw size={15} aria-hidden />
  if (answer && state?.phase === 'lost' && !message)
    return [{ label: 'Подключиться снова', icon: retry, run: () => actions.rejoin(answer) }]
  if (!isLast || !turn || actions.disabled || isAway(state, outcome)) return []
  const isGone = state?.phase === 'gone' && !message
  const goesOn = message !== null && text !== '' && mayContinue(outcome)
  return [
    ...(goesOn
      ? [
          {
            label: 'Продолжить',
            icon: <StepForward size={15} aria-hidden />,
            run: () => actions.carryOn(message.model)
          }
        ]
      : []),
    // A change of a document is asked for again in the document.
    ...(((message && mayRepeat(outcome)) || isGone) && !isChangeQuestion(turn.prompt)
      ? [{ label: 'Повторить', icon: retry, run: () => actions.repeat(turn, message ? null : answer) }]
      : [])
  ]
}

/** The service is away: asking again would be refused again. */
const isAway = (state: AnswerState | null, outcome: SavedOutcome | null): boolean =>
  outcome === 'unavailable' || (state?.end?.type === 'error' && state.end.failure.code === 'UNAVAILABLE')

function noteOf(
  message: Message | null,
  state: AnswerState | null,
  outcome: SavedOutcome | null,
  text: string
): string | null {
  if (!message && state?.phase === 'gone') return 'Ответ не сохранился. Токены не списаны'
  if (!message && state?.phase === 'lost') return 'Нет связи с сервером. Ответ дописывается и сохранится в этом чате'
  if (text !== '' && mayRepeat(outcome) && !isAway(state, outcome)) return brokenOffText
  return outcomeText(outcome, state?.end ?? null)
}
