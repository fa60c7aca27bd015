// One answer that this tab asked for or joined. It is followed also while the user is on another page, and its
// subscribers are told of every change.
import { createStore } from 'zustand/vanilla'
import type { ShownPrice } from '../../base/session/prices.ts'
import { nextTask } from '../../base/page/next-task.ts'
import type { Store } from '../../base/storage/page-store.ts'
import { takeTurn } from '../../base/ui/frame-turns.ts'
import { AnswerSections, type Section } from '../markdown/answer-sections.ts'
import { mayContinue } from './answer-texts.ts'
import { askedAnswer, isRunning, joinedAnswer, nextAnswer, type AnswerNews, type AnswerState } from './answer-state.ts'
import {
  askAnswer,
  followAnswer,
  joinAnswer,
  type Question,
  shownPriceOf,
  stopAnswer,
  type Verdict
} from './follow-answer.ts'
import type { Intent } from '../draft/draft.ts'

export interface AnswerView {
  state: AnswerState
  sections: readonly Section[]
}

interface Turn extends Intent {
  operationId: string
  conversationId: number
  /** Null when the request was sent before this page was opened. */
  question: Question | null
  /** Its conversation was created for it. */
  begins?: boolean
}

/** How long the stream may take to bring the end after the server confirmed a stop. */
const endAfterStopMs = 3000

export class LiveAnswer {
  readonly turn: Turn
  /** When it was asked for, or joined; Unix time, milliseconds. */
  readonly askedAt = Date.now()
  /** It has ended, and the messages were loaded again since: it is shown only where one of them is its. */
  isSaved = false
  /** Unix time, milliseconds; 0 until then. */
  endedAt = 0
  /** Resolves when the end is shown. */
  #ending = Promise.resolve()
  readonly #abort = new AbortController()
  readonly #sections = new AnswerSections()
  readonly #schedule = new FrameSchedule(() => this.#show())
  /** A price that changes while the connection is away is not what its user has seen. */
  readonly #shown: ShownPrice | null
  #state: AnswerState
  readonly #store: Store<AnswerView>
  readonly subscribe: Store<AnswerView>['subscribe']
  readonly view: () => AnswerView

  constructor(turn: Turn) {
    this.turn = turn
    this.#shown = turn.question && (turn.shown ?? shownPriceOf(turn.question))
    this.#state = turn.question ? askedAnswer : joinedAnswer
    this.#store = createStore<AnswerView>(() => ({ state: this.#state, sections: [] }))
    this.subscribe = this.#store.subscribe
    this.view = this.#store.getState
  }

  /** Resolves to null when it was aborted, and does not reject for network errors. */
  async follow(): Promise<Verdict | null> {
    const { operationId, question } = this.turn
    const shown = this.#shown
    try {
      const verdict = await followAnswer({
        ask:
          question && shown && !this.#state.accepted
            ? (signal) => askAnswer(question, operationId, { shown, signal })
            : null,
        join: (lastEventId, signal) => joinAnswer(operationId, lastEventId, signal),
        state: () => this.#state,
        tell: (news) => this.#take(news),
        signal: this.#abort.signal
      })
      if (verdict.type === 'lost' || verdict.type === 'gone') this.#take({ type: verdict.type })
      await this.#ending
      return this.isAborted ? null : verdict
    } catch (error) {
      if (this.isAborted) return null
      throw error
    }
  }

  /** Reconnects after the connection was given up. */
  rejoin(): Promise<Verdict | null> {
    this.#take({ type: 'dropped' })
    return this.follow()
  }

  /** Throws `ApiError` when the answer could not be stopped. */
  async stop(): Promise<void> {
    if (!isRunning(this.#state) || this.#state.stopping) return
    this.#take({ type: 'stop-asked' })
    try {
      const stopped = await stopAnswer(this.turn.operationId)
      setTimeout(() => this.#take({ type: 'stopped', ...stopped }), endAfterStopMs)
    } catch (error) {
      this.#take({ type: 'stop-failed' })
      throw error
    }
  }

  /** Its user has left, or its chat is gone: neither its words nor its end may be shown. */
  get isAborted(): boolean {
    return this.#abort.signal.aborted
  }

  abort() {
    this.#abort.abort()
    this.#schedule.cancel()
  }

  #take(news: AnswerNews) {
    const before = this.#state
    this.#state = nextAnswer(before, news)
    if (this.#state === before) return
    if (news.type === 'event' && news.event.type === 'delta') {
      this.#sections.feed(news.event.text)
      if (before.phase === 'streaming') return this.#schedule.request(this.#sections.openLength)
    }
    if (news.type === 'event' && news.event.type === 'thinking' && before.thinking !== '')
      return this.#schedule.request(this.#state.thinking.length)
    if (this.#state.phase === 'ended') this.#end()
    else this.#schedule.flush()
  }

  /** The last words come first and then what stands below an answer: together they would be a long task. */
  #end() {
    this.endedAt = Date.now()
    this.#sections.finish(mayContinue(this.#state.end?.outcome ?? null))
    this.#schedule.cancel()
    if (this.#store.getState().sections.length === 0) return this.#show()
    this.#ending = this.#showRest()
  }

  async #showRest() {
    const { state } = this.#store.getState()
    do {
      const sections = document.hidden ? this.#sections.take() : this.#sections.takeSome()
      this.#store.setState({ state, sections }, true)
      await nextTask()
      if (this.isAborted) return
    } while (this.#sections.isBehind)
    this.#show()
  }

  #show() {
    const sections = isRunning(this.#state) ? this.#sections.takeSome() : this.#sections.take()
    this.#store.setState({ state: this.#state, sections }, true)
    if (this.#sections.isBehind) this.#schedule.request(0)
  }
}

/** Each so many characters of the open block delay the next drawing by a millisecond: long blocks are drawn less often. */
const charactersPerMs = 40
const longestDelayMs = 400
const shortMs = 16

/**
 * Runs `draw` once for any number of requests: after the next frame, or later when there is much to draw. After a frame that took
 * long it rests for as long, so that half of a slow device's time is left for scrolling and typing. On a hidden page
 * nothing is drawn until the user returns.
 */
class FrameSchedule {
  readonly #draw: () => void
  /** Takes back what was requested; null when nothing is. */
  #cancel: (() => void) | null = null
  #restsUntil = 0

  constructor(draw: () => void) {
    this.#draw = draw
  }

  request(openLength: number) {
    if (this.#cancel) return
    const delayMs = Math.min(
      Math.max(openLength / charactersPerMs, this.#restsUntil - performance.now()),
      longestDelayMs
    )
    if (delayMs <= shortMs) return this.#next()
    const timer = setTimeout(() => this.#next(), delayMs)
    this.#cancel = () => clearTimeout(timer)
  }

  /** Draws at once, also without a request. */
  flush() {
    this.cancel()
    this.#draw()
  }

  cancel() {
    this.#cancel?.()
    this.#cancel = null
  }

  #next() {
    this.#cancel = takeTurn(() => {
      this.#cancel = null
      const begunAt = performance.now()
      this.#draw()
      // The browser lays out and paints in the next frame; the task after it knows how long all of that took.
      requestAnimationFrame(() => setTimeout(() => (this.#restsUntil = 2 * performance.now() - begunAt)))
    })
  }
}
