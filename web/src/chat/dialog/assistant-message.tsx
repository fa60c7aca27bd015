import type { AnswerOutcome } from '#contract/catalogue/charge-rules.ts'
import type { Message } from '#contract/chats.ts'
import type { AnswerEnd } from '#contract/answers.ts'
import { billingText, isFree, mayRepeat, outcomeText } from '../stream/answer-texts.ts'
import { isRunning, type AnswerState } from '../stream/answer-state.ts'
import type { LiveAnswer } from '../stream/live-answer.ts'
import { useAnswerView } from '../stream/use-live-answers.ts'
import { AnswerActions } from './answer-actions.tsx'
import { AnswerNote, Waiting } from './answer-status.tsx'
import type { Section } from '../markdown/answer-sections.ts'
import { LazyMarkdown } from '../markdown/lazy-markdown.tsx'

interface AssistantMessageProps {
  message: Message | null
  answer: LiveAnswer | null
  path: string
  onRepeat: (() => void) | null
  onRejoin: (answer: LiveAnswer) => void
}

/** A message that was found is marked for a moment. */
export const messageClass =
  'rounded-card outline-none transition-[background-color,box-shadow] duration-700 data-found:bg-accent-soft data-found:shadow-[0_0_0_0.5rem_var(--color-accent-soft)]'

/** One answer: its text, how it ended, what it cost, and its buttons. */
export function AssistantMessage({ message, answer, path, onRepeat, onRejoin }: AssistantMessageProps) {
  const { text, sections, running, state } = useAnswerContent(message, answer)
  const end = state?.end ?? null
  const outcome = message?.outcome ?? end?.outcome ?? null
  const note = noteOf(message, state, outcome)
  const rejoin = answer && state?.phase === 'lost' && !message ? () => onRejoin(answer) : null
  const action = rejoin
    ? { label: 'Подключиться снова', run: rejoin }
    : onRepeat && (mayRepeat(outcome) || (state?.phase === 'gone' && !message))
      ? { label: 'Повторить', run: onRepeat }
      : null
  return (
    <article aria-label="Ответ" aria-busy={running} data-message={message?.id} className={messageClass}>
      {text !== '' && <LazyMarkdown text={text} sections={sections} />}
      {running && state && <Waiting begun={text !== ''} phase={state.phase} />}
      {note && <AnswerNote text={note} outcome={outcome} action={action} />}
      {!running && text !== '' && (
        <footer className="mt-2 flex flex-wrap items-center gap-x-3 gap-y-1">
          <AnswerActions text={text} path={path} time={message?.created_at ?? null} />
          {!isFree(outcome) && <Receipt message={message} end={end} />}
        </footer>
      )}
    </article>
  )
}

function noteOf(message: Message | null, state: AnswerState | null, outcome: AnswerOutcome | null): string | null {
  if (!message && state?.phase === 'gone') return 'Ответ не сохранился. Токены не списаны'
  if (!message && state?.phase === 'lost') return 'Нет связи с сервером. Ответ дописывается и сохранится в этом чате'
  return outcomeText(outcome, state?.end ?? null)
}

function Receipt({ message, end }: { message: Message | null; end: AnswerEnd | null }) {
  const billing = message?.billing ?? (end?.type === 'done' ? end.billing : null)
  if (!billing) return null
  const model = message?.upstream_model ?? (end?.type === 'done' ? end.upstreamModel : null)
  return (
    <p className="text-caption text-ink-faint tabular-nums">
      {billingText(billing)}
      {model && ` · модель ${model}`}
    </p>
  )
}

interface AnswerContent {
  text: string
  /** The sections of a streamed text; null for a saved text. */
  sections: readonly Section[] | null
  running: boolean
  /** The state of a live answer; null for one that is only saved. */
  state: AnswerState | null
}

/** An answer's text: the streamed one while it runs, then the saved one. */
function useAnswerContent(message: Message | null, answer: LiveAnswer | null): AnswerContent {
  const view = useAnswerView(answer)
  const running = view !== null && isRunning(view.state) && message === null
  const saved = running ? null : (message?.content ?? null)
  return {
    text: saved ?? view?.state.text ?? '',
    sections: saved === null ? (view?.sections ?? null) : null,
    running,
    state: view?.state ?? null
  }
}
