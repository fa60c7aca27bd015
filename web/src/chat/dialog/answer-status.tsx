// What stands under an answer's text: while the answer comes, and after it ended with a problem.
import { CircleAlert, CircleSlash, Scissors, ChevronRight } from 'lucide-react'
import { useEffect, useState, type ReactNode } from 'react'
import { Button } from '../../base/ui/button.tsx'
import { Spinner } from '../../base/ui/spinner.tsx'
import type { AnswerPhase } from '../stream/answer-state.ts'
import type { SavedOutcome } from '../stream/answer-texts.ts'
import { LazyMarkdown } from '../markdown/lazy-markdown.tsx'

interface WaitingProps {
  begun: boolean
  /** When the answer was asked for. */
  since?: number | undefined
  /** What is shown of the answer: another value whenever more is. */
  shown: object | null
  phase: AnswerPhase
}

/** Shows that an answer waits for its first words, for more of them, or for the connection. While they come, they show it themselves. */
export function Waiting({ begun, since, shown, phase }: WaitingProps) {
  const flows = useFlow(shown) && begun
  const seconds = useSecondsWithout(begun, since)
  if (phase === 'reconnecting' && begun)
    return (
      <p className="mt-3 flex items-center gap-2 text-small text-ink-faint">
        <Spinner size={16} />
        Восстанавливаем соединение…
      </p>
    )
  return (
    <div className="flex min-h-8 items-center gap-2 text-small text-ink-soft">
      <span className="flex shrink-0 gap-1.5" aria-hidden>
        {!flows &&
          ['', '[animation-delay:200ms]', '[animation-delay:400ms]'].map((delay) => (
            <span key={delay} className={`size-1.5 animate-breathe rounded-full bg-accent ${delay}`} />
          ))}
      </span>
      {!begun && (
        <>
          {/* Read aloud once; the seconds are only seen. */}
          <output>{seconds === null ? null : waitsFor(phase)}</output>
          {seconds !== null && (
            <span className="shrink-0 text-ink-faint tabular-nums" aria-hidden>
              {`${seconds} с`}
            </span>
          )}
        </>
      )}
    </div>
  )
}

/** What an answer without a word waits for. */
function waitsFor(phase: AnswerPhase): string {
  if (phase === 'asking') return 'Сервер отвечает дольше обычного, ждём, когда он примет запрос…'
  if (phase === 'reconnecting') return 'Связь прервалась, восстанавливаем соединение…'
  return 'Модель думает дольше обычного, ждём ответа поставщика…'
}

/** So long an answer may take to begin before its user is told what it waits for. */
const patienceSeconds = 10

/** The seconds that an answer has been without a word, once they are many; null before. */
function useSecondsWithout(begun: boolean, since?: number): number | null {
  const [seconds, setSeconds] = useState(0)
  useEffect(() => {
    if (begun) return
    const from = since ?? Date.now()
    const timer = setInterval(() => setSeconds(Math.floor((Date.now() - from) / 1000)), 1000)
    return () => clearInterval(timer)
  }, [begun, since])
  return begun || seconds < patienceSeconds ? null : seconds
}

/** An answer that gets no words for so long waits for them. */
const flowMs = 1000

/** Whether more was shown just now. */
function useFlow(shown: object | null): boolean {
  const [lastStill, setLastStill] = useState<object | null>(null)
  useEffect(() => {
    const timer = setTimeout(() => setLastStill(shown), flowMs)
    return () => clearTimeout(timer)
  }, [shown])
  return shown !== lastStill
}

const icons: Partial<Record<SavedOutcome, ReactNode>> = {
  stopped: <CircleSlash size={16} aria-hidden />,
  truncated: <Scissors size={16} aria-hidden />
}

export interface NoteAction {
  label: string
  icon: ReactNode
  run: () => void
}

interface AnswerNoteProps {
  text: string
  outcome: SavedOutcome | null
  actions: readonly NoteAction[]
  /** More buttons. */
  children?: ReactNode
}

/** How an answer ended, when it is not complete, and what the user can do. */
export const AnswerNote = ({ text, outcome, actions, children }: AnswerNoteProps) => (
  <div className="mt-3 flex flex-wrap items-center gap-x-3 gap-y-2 rounded-control bg-hover px-3.5 py-2.5 text-small text-ink-soft">
    <span className="shrink-0">{(outcome && icons[outcome]) ?? <CircleAlert size={16} aria-hidden />}</span>
    <span className="min-w-0 grow basis-72">{text}</span>
    <span className="flex flex-wrap items-center gap-2 empty:hidden">
      {actions.map(({ label, icon, run }) => (
        <Button key={label} size="small" variant="secondary" icon={icon} onClick={run}>
          {label}
        </Button>
      ))}
      {children}
    </span>
  </div>
)

/** What the model thinks, folded. @param thinks the text of the answer has not begun */
export function Thinking({ text, thinks }: { text: string; thinks: boolean }) {
  const [open, setOpen] = useState(false)
  return (
    <details
      open={open}
      onToggle={(event) => setOpen(event.currentTarget.open)}
      className="mb-3 text-small text-ink-soft open:mb-5"
    >
      <summary className="flex min-h-8 w-fit cursor-pointer list-none items-center gap-1.5 rounded-control pr-2 select-none hover:text-ink pointer-coarse:min-h-11 [&::-webkit-details-marker]:hidden">
        <ChevronRight size={16} aria-hidden className={open ? 'rotate-90 transition' : 'transition'} />
        {thinks ? <ThinkingTime /> : <span>Размышления</span>}
      </summary>
      {open && (
        // What a translator left while the text grew, it takes when it comes anew.
        <div
          key={String(thinks)}
          translate={thinks ? 'no' : undefined}
          className="mt-1 ml-2 border-l-2 border-line pl-4"
        >
          <LazyMarkdown text={text} sections={null} />
        </div>
      )}
    </details>
  )
}

/** Seconds since the first thought has come. */
function ThinkingTime() {
  const [seconds, setSeconds] = useState(0)
  useEffect(() => {
    const since = Date.now()
    const timer = setInterval(() => setSeconds(Math.floor((Date.now() - since) / 1000)), 1000)
    return () => clearInterval(timer)
  }, [])
  return (
    <>
      <span>Размышляет…</span>
      {seconds > 0 && <span className="text-ink-faint tabular-nums">{`${seconds} с`}</span>}
    </>
  )
}
