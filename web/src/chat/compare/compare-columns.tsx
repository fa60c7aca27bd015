import { clsx } from 'clsx'
import { Check, CircleAlert } from 'lucide-react'
import { type KeyboardEvent, type RefObject, useEffect, useEffectEvent, useRef } from 'react'
import { Spinner } from '../../base/ui/spinner.tsx'
import { useMessages } from '../conversations/use-conversations.ts'
import { markedMs, whileDrawn } from '../dialog/places.ts'
import { isRunning } from '../stream/answer-state.ts'
import { isFree, savedOutcomeOf } from '../stream/answer-texts.ts'
import { useAnswerState, useLiveAnswers, useObstacle } from '../stream/use-chat-store.ts'
import { CompareColumn } from './compare-column.tsx'
import { type Compared, obstacleKeyOf } from './compared.ts'
import type { Compare } from './use-compare.ts'
import { useIsWide, usePager } from './use-pager.ts'

const grids = ['', '', 'xl:grid-cols-2', 'xl:grid-cols-3', 'xl:grid-cols-4']

/** The answers side by side where there is room for all; elsewhere one at a time, below the names of the models. */
export function Columns({ compare: { compared, asked, takeQuestion, tellAdded } }: { compare: Compare }) {
  const isWide = useIsWide()
  const { row, at, turnTo, onScroll, onTouch } = usePager()
  useShownQuestion(row, isWide, asked)
  return (
    <>
      {!isWide && <ModelTabs compared={compared} at={at} onChoose={turnTo} />}
      <div
        ref={row}
        onScroll={isWide ? undefined : onScroll}
        onPointerDown={onTouch}
        className={clsx(
          'flex min-h-0 grow snap-x snap-mandatory overflow-x-auto overflow-y-hidden overscroll-x-contain motion-safe:scroll-smooth',
          'xl:grid xl:gap-5 xl:overflow-visible xl:px-4 xl:pb-6',
          grids[compared.length]
        )}
      >
        {compared.map((one, index) => (
          <CompareColumn
            key={one.model.id}
            {...one}
            asked={asked}
            takeQuestion={takeQuestion}
            tellAdded={tellAdded}
            page={isWide ? null : { id: panelId(one), labelledBy: tabId(one), isShown: index === at }}
          />
        ))}
      </div>
    </>
  )
}

/** Side by side the page scrolls as a whole: the next question is asked below its end, and comes into view. */
function useShownQuestion(row: RefObject<HTMLElement | null>, isWide: boolean, asked: number) {
  const dialogsNow = useEffectEvent((count: number) =>
    isWide && count > 0 ? [...(row.current?.querySelectorAll<HTMLElement>('[data-thread]') ?? [])] : []
  )
  useEffect(() => {
    const dialogs = dialogsNow(asked)
    const place = () => {
      const last = dialogs.flatMap((dialog) => [...dialog.querySelectorAll('[data-question]')].at(-1) ?? [])
      const top = Math.min(...last.map((question) => question.getBoundingClientRect().top))
      if (last.length > 0) window.scrollBy(0, top - window.innerHeight / 4)
    }
    let stops: (() => void)[] = []
    const end = () => {
      for (const stop of stops) stop()
    }
    // The key press that has asked is over by then: it would end this.
    const frame = requestAnimationFrame(() => (stops = dialogs.map((dialog) => whileDrawn(dialog, place))))
    const timer = setTimeout(end, markedMs)
    return () => {
      cancelAnimationFrame(frame)
      clearTimeout(timer)
      end()
    }
  }, [asked])
}

const tabId = ({ model }: Compared) => `compared-tab-${model.id}`
const panelId = ({ model }: Compared) => `compared-${model.id}`

interface ModelTabsProps {
  compared: readonly Compared[]
  at: number
  onChoose: (index: number) => void
}

/** https://www.w3.org/WAI/ARIA/apg/patterns/tabs/ */
function ModelTabs({ compared, at, onChoose }: ModelTabsProps) {
  const list = useRef<HTMLDivElement>(null)
  const last = compared.length - 1
  useLowerToasts()
  const onKeyDown = (event: KeyboardEvent) => {
    const to = { ArrowLeft: at === 0 ? last : at - 1, ArrowRight: at === last ? 0 : at + 1, Home: 0, End: last }[
      event.key
    ]
    if (to === undefined) return
    event.preventDefault()
    onChoose(to)
    list.current?.querySelectorAll<HTMLElement>('[role=tab]')[to]?.focus()
  }
  return (
    <div
      ref={list}
      role="tablist"
      aria-label="Модели"
      className="grid shrink-0 auto-cols-[minmax(5rem,1fr)] grid-flow-col overflow-x-auto border-b border-line px-2"
    >
      {compared.map((one, index) => (
        <ModelTab
          key={one.model.id}
          compared={one}
          isShown={index === at}
          onChoose={() => onChoose(index)}
          onKeyDown={onKeyDown}
        />
      ))}
    </div>
  )
}

/** Toasts stand below the bars of the page: here also below the names. */
function useLowerToasts() {
  useEffect(() => {
    const { style } = document.documentElement
    style.setProperty('--more-bar-height', '3.25rem')
    return () => void style.removeProperty('--more-bar-height')
  }, [])
}

interface ModelTabProps {
  compared: Compared
  isShown: boolean
  onChoose: () => void
  onKeyDown: (event: KeyboardEvent) => void
}

function ModelTab({ compared, isShown, onChoose, onKeyDown }: ModelTabProps) {
  const state = useColumnState(compared)
  return (
    <button
      type="button"
      role="tab"
      id={tabId(compared)}
      aria-controls={panelId(compared)}
      aria-selected={isShown}
      tabIndex={isShown ? 0 : -1}
      onClick={onChoose}
      onKeyDown={onKeyDown}
      className={clsx(
        'flex min-h-13 min-w-0 items-center justify-center gap-1.5 border-b-2 px-1 py-1.5 text-caption leading-tight font-medium -outline-offset-2! transition',
        isShown ? 'border-accent text-ink' : 'border-transparent text-ink-soft hover:text-ink'
      )}
    >
      {state && <StateMark state={state} />}
      <span className="line-clamp-2 min-w-0 wrap-anywhere">{compared.model.name}</span>
    </button>
  )
}

type ColumnState = 'running' | 'ready' | 'failed'

const stateWords: Record<ColumnState, string> = { running: 'отвечает', ready: 'готово', failed: 'не вышло' }

const StateMark = ({ state }: { state: ColumnState }) => (
  <span className="shrink-0">
    {state === 'running' && <Spinner size={14} />}
    {state === 'ready' && <Check size={14} aria-hidden className="text-success" />}
    {state === 'failed' && <CircleAlert size={14} aria-hidden className="text-danger" />}
    <span className="sr-only">{`${stateWords[state]}: `}</span>
  </span>
)

/** How the latest question of a column stands; null before there is one. */
function useColumnState(compared: Compared): ColumnState | null {
  const { conversationId } = compared
  const { items } = useMessages(conversationId)
  const live = useLiveAnswers(conversationId).at(-1) ?? null
  const state = useAnswerState(live, (answer): ColumnState =>
    isRunning(answer) ? 'running' : answer.end?.type === 'done' ? 'ready' : 'failed'
  )
  const isRefused = useObstacle(obstacleKeyOf(compared)) !== null || conversationId === null
  if (state === 'running') return state
  if (isRefused) return 'failed'
  if (state) return state
  const last = items.at(-1)
  if (!last) return null
  return last.role === 'user' || isFree(savedOutcomeOf(last)) ? 'failed' : 'ready'
}
