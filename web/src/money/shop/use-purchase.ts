import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { useQueryClient } from '@tanstack/react-query'
import { flushSync } from 'react-dom'
import { useNavigate, useSearchParams } from 'react-router-dom'
import { confirm, rereadMoney } from '../payments.ts'
import { useSession } from '../../base/session/session.tsx'
import { askedReturnPath } from '../../base/links.ts'
import { useLiveMessages } from '../../base/live/live-bus.ts'
import { paths } from '../../base/paths.ts'
import { paymentPath } from '../../base/links.ts'
import { notify } from '../../base/ui/notify.ts'
import { begin, type Beginning, type Payable, resume } from './begin.ts'
import { type Order, payParameter } from './choice.ts'
import { widgetTexts, type WidgetProblem } from './widget.ts'

export type Stage =
  | { name: 'choosing' }
  | { name: 'beginning' }
  /** The provider does not answer; the request is being retried. */
  | { name: 'delayed' }
  | { name: 'paying'; payable: Payable }
  /** The payment has ended; its result page is being opened. */
  | { name: 'leaving' }
  /** `reload`: a retry needs a reload of the page. */
  | { name: 'failed'; text: string; reload: boolean }

/** Asks the server whether the payment has ended: the user may have paid in another tab, or the bank declined it. */
async function hasEnded({ id }: Payable): Promise<boolean> {
  const confirmed = await confirm(id).catch(() => null)
  return confirmed !== null && confirmed.status !== 'pending'
}

const closedText = 'Окно оплаты закрыто. Если деньги уже списались, покупка придёт сама'

/** One purchase, from the pay button to the result page. */
export function usePurchase(order: Order | null) {
  const { user } = useSession()
  const queries = useQueryClient()
  const navigate = useNavigate()
  const [query] = useSearchParams()
  const [stage, setStage] = useState<Stage>({ name: 'choosing' })
  const back = askedReturnPath(query) ?? undefined
  const { showResult, stay } = useResultPage(back, () => setStage({ name: 'leaving' }))
  const { start, stop, retry, current } = useAttempts({ onStart, onBegun: (beginning) => void follow(beginning) })
  useLeaving({ onReturn: () => close(), onEnd: stop })

  function buy() {
    if (!order || !user) return
    const { id: owner } = user
    start((signal) => begin(order, { owner, signal, onDelay: () => setStage({ name: 'delayed' }) }))
  }

  function onStart() {
    stay()
    setStage({ name: 'beginning' })
  }

  async function follow(beginning: Beginning) {
    switch (beginning.outcome) {
      case 'payable':
        return setStage({ name: 'paying', payable: beginning.payable })
      case 'ended':
        return showResult(beginning.paymentId)
      case 'free':
        notify.success('Premium продолжается')
        await rereadMoney(queries)
        return navigate(paths.subscription)
      case 'called-off':
        return setStage({ name: 'choosing' })
      case 'failed':
        return setStage({ name: 'failed', text: beginning.text, reload: false })
      default:
        return beginning satisfies never
    }
  }

  useAskedPayment((id) => start((signal) => resume(id, signal)))

  async function meetProblem(payable: Payable, problem: WidgetProblem) {
    const attempt = current()
    const ended = await hasEnded(payable)
    if (current() !== attempt) return
    if (ended) showResult(payable.id)
    else setStage({ name: 'failed', text: widgetTexts[problem], reload: true })
  }

  /** Returns to choosing. The server credits a payment that was made meanwhile without this page. */
  function close() {
    stop()
    setStage({ name: 'choosing' })
    if (stage.name !== 'paying') return
    const { id } = stage.payable
    void hasEnded(stage.payable).then((ended) => (ended ? showResult(id) : notify.info(closedText)))
  }

  useLiveMessages((message) => {
    if (stage.name !== 'paying' || message.type !== 'payment') return
    if (message.id === stage.payable.id && message.status !== 'pending') showResult(message.id)
  })

  return { stage, back, buy, retry, close, showResult, meetProblem }
}

/**
 * Opens the result page once, though the widget, the server and a check all report a payment's end, and the widget goes
 * there by itself too: «back» must return to this page. `onLeave` removes the widget. `stay`: another payment begins here.
 */
function useResultPage(back: string | undefined, onLeave: () => void) {
  const navigate = useNavigate()
  const leaving = useRef(false)
  const stay = () => {
    leaving.current = false
  }
  useLeaving({ onReturn: stay })
  useEffect(() => {
    // Fires as soon as the widget sets the address, long before the next page replaces this one.
    const leave = () => {
      leaving.current = true
    }
    window.addEventListener('beforeunload', leave)
    return () => window.removeEventListener('beforeunload', leave)
  }, [])
  const showResult = (paymentId: string) => {
    if (leaving.current) return
    leaving.current = true
    // At once: the widget's next message would make it set the address as well.
    flushSync(onLeave)
    void navigate(paymentPath(paymentId, back))
  }
  return { showResult, stay }
}

export type Purchase = ReturnType<typeof usePurchase>

type Begins = (signal: AbortSignal) => Promise<Beginning | null>

/** One attempt at a time to begin a payment, or to continue an earlier one; `retry` repeats the latest. */
function useAttempts({ onStart, onBegun }: { onStart: () => void; onBegun: (beginning: Beginning) => void }) {
  const running = useRef<AbortController | null>(null)
  const latest = useRef<Begins | null>(null)

  async function run(begins: Begins) {
    const attempt = new AbortController()
    running.current = attempt
    latest.current = begins
    onStart()
    const beginning = await begins(attempt.signal)
    if (attempt.signal.aborted || !beginning) return
    if (beginning.outcome === 'failed' || beginning.outcome === 'called-off') running.current = null
    onBegun(beginning)
  }
  const start = (begins: Begins) => {
    // The second click of a double click arrives before the button is busy.
    if (!running.current) void run(begins)
  }
  const stop = () => {
    running.current?.abort()
    running.current = null
  }
  const retry = () => {
    if (latest.current) start(latest.current)
  }
  return { start, stop, retry, current: () => running.current }
}

/** Continues the payment that the address names. */
function useAskedPayment(onAsked: (paymentId: string) => void): void {
  const [query, setQuery] = useSearchParams()
  const open = useEffectEvent(() => {
    const asked = query.get(payParameter)
    if (asked === null) return
    onAsked(asked)
    // A reload, or «back» from the result, must not open the form again.
    const rest = new URLSearchParams(query)
    rest.delete(payParameter)
    setQuery(rest, { replace: true })
  })
  useEffect(() => open(), [])
}

/** `onReturn`: the back button restored the page from the browser's cache, with the payment form still open. */
function useLeaving({ onReturn, onEnd }: { onReturn: () => void; onEnd?: () => void }): void {
  const comeBack = useEffectEvent(onReturn)
  const end = useEffectEvent(() => onEnd?.())
  useEffect(() => {
    const show = ({ persisted }: PageTransitionEvent) => {
      if (persisted) comeBack()
    }
    window.addEventListener('pageshow', show)
    return () => {
      window.removeEventListener('pageshow', show)
      end()
    }
  }, [])
}
