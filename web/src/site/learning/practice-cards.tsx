import { ArrowUpRight, Check, Clock, Coins } from 'lucide-react'
import { useSyncExternalStore } from 'react'
import { Link } from 'react-router-dom'
import { tools } from '#contract/catalogue/menu.ts'
import { useCost } from '../../base/session/session.tsx'
import { formatTokens } from '../../base/format/tokens.ts'
import { filledPath } from '../../base/paths.ts'
import { pageStore } from '../../base/storage/page-store.ts'
import { buttonClass } from '../../base/ui/button.tsx'
import { type Practice, practices, priceOfPractice } from './practices.ts'

const storageKey = 'lessons-done'

/** The ids of the lessons that were done in this browser, separated by commas. */
function readStored(): string {
  try {
    return localStorage.getItem(storageKey) ?? ''
  } catch {
    return ''
  }
}

/** For a browser that blocks storage it is kept until a reload. */
const doneHere = pageStore(readStored)
const doneBefore = pageStore(readStored)

function mark(id: string, isDone: boolean): void {
  const others = doneHere
    .getState()
    .split(',')
    .filter((one) => one !== '' && one !== id)
  const done = [...others, ...(isDone ? [id] : [])].join(',')
  try {
    localStorage.setItem(storageKey, done)
  } catch {
    // Storage is blocked or full: the mark lasts until a reload.
  }
  doneHere.setState(done, true)
}

function onDone(listener: () => void): () => void {
  const stop = doneHere.subscribe(listener)
  // It was marked in another tab.
  const follow = ({ key }: StorageEvent) => key === storageKey && doneHere.setState(readStored(), true)
  window.addEventListener('storage', follow)
  return () => {
    stop()
    window.removeEventListener('storage', follow)
  }
}

/** Lessons to do: each opens its tool with a request, and is marked as done in this browser. */
export function PracticeCards() {
  const done = useSyncExternalStore(onDone, doneHere.getState, () => '').split(',')
  const before = useSyncExternalStore(doneBefore.subscribe, doneBefore.getState, () => '').split(',')
  const count = practices.filter(({ id }) => done.includes(id)).length
  return (
    <>
      <output className="mb-4 flex items-center gap-3 text-small text-ink-soft">
        <span className="flex gap-1" aria-hidden>
          {practices.map(({ id }, place) => (
            <span
              key={id}
              className={`h-1.5 w-7 rounded-full transition ${place < count ? 'bg-success' : 'bg-line'}`}
            />
          ))}
        </span>
        <span>{`Сделано ${count} из ${practices.length}`}</span>
      </output>
      <ul data-tools className="grid gap-4 sm:grid-cols-2 xl:grid-cols-4">
        {practices.map((practice) => (
          <li key={practice.id}>
            <Card practice={practice} isDone={done.includes(practice.id)} wasDone={before.includes(practice.id)} />
          </li>
        ))}
      </ul>
    </>
  )
}

interface CardProps {
  practice: Practice
  isDone: boolean
  /** Before this page was opened. */
  wasDone: boolean
}

function Card({ practice, isDone, wasDone }: CardProps) {
  const { id, title, minutes, steps, trial } = practice
  const { costOf } = useCost()
  return (
    <article
      aria-labelledby={`practice-${id}`}
      className="flex h-full flex-col rounded-card border border-line bg-raised p-5 shadow-raised"
    >
      <p className="text-caption font-medium text-accent-strong">{tools[trial.path].title}</p>
      <h3 id={`practice-${id}`} className="mt-1 text-title font-semibold">
        {title}
      </h3>
      <p className="mt-2 flex flex-wrap gap-x-4 text-caption text-ink-faint">
        <span className="flex items-center gap-1.5">
          <Clock size={14} aria-hidden />
          <span>{`${minutes} мин`}</span>
        </span>
        <span className="flex items-center gap-1.5">
          <Coins size={14} aria-hidden />
          <span>{formatTokens(costOf(priceOfPractice(practice)))}</span>
        </span>
      </p>
      <ol className="mt-4 mb-5 space-y-3 text-small text-ink-soft">
        {steps.map((step, index) => (
          <li key={step} className="flex gap-2.5">
            <span
              aria-hidden
              className="grid size-5.5 shrink-0 place-items-center rounded-full bg-sunken text-caption font-semibold tabular-nums"
            >
              {index + 1}
            </span>
            <span>{step}</span>
          </li>
        ))}
      </ol>
      <div className="mt-auto">
        <Link
          to={filledPath(trial.path, { prompt: trial.prompt, ...trial.settings })}
          aria-label={`Начать урок «${title}»`}
          className={buttonClass({ variant: 'accent', className: 'w-full' })}
        >
          <span>Начать</span>
          <ArrowUpRight size={18} aria-hidden />
        </Link>
        <div className="mt-2 flex min-h-11 flex-wrap items-center justify-between gap-x-3">
          <a
            href={`#${id}`}
            aria-label={`Читать урок к практике «${title}»`}
            className="inline-flex min-h-11 items-center text-small underline decoration-accent decoration-2 underline-offset-4 hover:text-accent-strong"
          >
            Читать урок
          </a>
          {/* The document says «not done». A press that was kept until the page answered must not undo what it finds done. */}
          <Mark key={String(wasDone)} practice={practice} isDone={isDone} />
        </div>
      </div>
    </article>
  )
}

const Mark = ({ practice: { id, title }, isDone }: { practice: Practice; isDone: boolean }) => (
  <button
    type="button"
    aria-pressed={isDone}
    aria-label={`Сделано: «${title}»`}
    onClick={() => mark(id, !isDone)}
    className={`inline-flex min-h-11 items-center gap-1.5 text-small transition hover:text-ink ${isDone ? 'font-medium text-success' : 'text-ink-faint'}`}
  >
    <span
      aria-hidden
      className={`grid size-5 place-items-center rounded-full border ${isDone ? 'border-success bg-success text-on-ink' : 'border-line-strong text-transparent'}`}
    >
      <Check size={13} strokeWidth={3} />
    </span>
    <span>Сделано</span>
  </button>
)
