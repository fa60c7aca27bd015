// What becomes of the proposals of one answer here: how each would be made, and the orders of its user.
import { useEffect, useEffectEvent, useMemo, useReducer, useRef, useState, useSyncExternalStore } from 'react'
import { useInfiniteQuery, useQueryClient } from '@tanstack/react-query'
import { pricedEntry } from '#contract/catalogue/prices.ts'
import { findStudioEntry } from '#contract/catalogue/studio.ts'
import type { ChatSettings } from '#contract/chat-settings.ts'
import type { Message } from '#contract/chats.ts'
import type { WorkProposal } from '#contract/work-proposal.ts'
import { usePrices } from '../../base/session/prices.ts'
import { useSession } from '../../base/session/session.tsx'
import { useUnconnected, useUnconnectedNames } from '../../base/session/unconnected.ts'
import { isLocked } from '../../media/form/submit-rules.ts'
import { unableIn } from '../../media/form/unable.ts'
import { onJobsChange } from '../../media/job/job-store.ts'
import { messagesOf, messagesQuery } from '../conversations/conversations.ts'
import { choice, settingsBox } from '../create/chosen-tool.ts'
import { madeOf, makingState, orderProposed, type Proposed } from '../create/order-proposed.ts'
import { type DialogPicture, isPictureComing, isPictureNear, newestPicture } from '../create/dialog-pictures.ts'
import { createKindOf, type Plan, planOf } from '../create/proposed-plan.ts'

export interface ProposalsOf {
  conversationId: number
  /** The operation of the answer; null: a copy in another chat, which belongs to none. */
  answerId: string | null
  proposals: readonly WorkProposal[]
  /** Null until it is saved: nothing can be ordered after it before that. */
  message: Message | null
  /** This page has asked for the answer, and its user has seen it come. */
  isWatched: boolean
  /** It has ended, and will hardly be saved. */
  isLost: boolean
  /** The conversation takes no order now. */
  disabled: boolean
}

/** One proposal as it is shown. */
export interface Shown {
  /** `picture`: it needs one, and the dialog has none; null: nothing can make it now. */
  plan: Plan | 'picture' | null
  /** The picture that it begins with; null: none. */
  picture: DialogPicture | null
  /** A film can be made with the picture and without. */
  canLeavePicture: boolean
  /** What became of it; null: it was not ordered. */
  made: ReturnType<typeof makingState> | null
  /** The picture that it is about is being made. */
  isEarly: boolean
  isBusy: boolean
  /** Of an answer that is lost. */
  isLost: boolean
  /** Why the order was refused. */
  problem: string | null
}

type Progress = { state: 'waiting' | 'sending' } | { state: 'refused'; problem: string }

const takesPicture = ({ kind }: WorkProposal): boolean => kind === 'change' || kind === 'film'
const makesPicture = ({ kind }: WorkProposal): boolean => kind === 'change' || kind === 'picture'

const proposedAt = ({ answerId, message, proposals }: ProposalsOf, index: number): Proposed => ({
  answerId,
  messageId: message?.id ?? null,
  index,
  prompt: proposals[index]?.prompt ?? ''
})

/** The messages and the settings of a chat, as its page has read them. */
function useReadChat(conversationId: number): { messages: Message[]; settings: ChatSettings | undefined } {
  const { data } = useInfiniteQuery({ ...messagesQuery(conversationId), enabled: false })
  const messages = useMemo(() => messagesOf(data), [data])
  return { messages, settings: data?.pages[0]?.settings }
}

export function useProposals(of: ProposalsOf) {
  const { conversationId, proposals, message, isLost, disabled } = of
  const { messages, settings } = useReadChat(conversationId)
  const picture = useSyncExternalStore(onJobsChange, () => newestPicture(messages))
  const isComing = useSyncExternalStore(onJobsChange, () => isPictureComing(messages))
  const isNear = useSyncExternalStore(onJobsChange, () => isPictureNear(messages, message?.id ?? null))
  /** Of films, as the user has decided. */
  const [filmed, setFilmed] = useState<Readonly<Record<number, boolean>>>({})
  const beginsWithPicture = (index: number): boolean => {
    const kind = proposals[index]?.kind
    // What was said long after the picture is hardly about it.
    return kind === 'change' || (kind === 'film' && (filmed[index] ?? isNear))
  }
  const pictureFor = (index: number) => (beginsWithPicture(index) ? picture : null)
  const plans = usePlans(proposals, pictureFor)
  const madeAt = (index: number) => {
    const made = madeOf(messages, proposedAt(of, index))
    return made && makingState(made)
  }
  // Drawn again when one of them ends.
  useSyncExternalStore(onJobsChange, () => proposals.map((_, index) => madeAt(index)).join(' '))
  const isReady = message !== null && message.id > 0 && !disabled
  const { progress, order, orderLater } = useOrders(of, plans, isReady)
  const works = settings?.works ?? null
  const isAsked = (index: number) => madeAt(index) !== null || progress[index] !== undefined
  useUnasked({ of, plans, isReady, works, isComing, isAsked, order })

  const shown = proposals.map((proposal, index): Shown => {
    const now = progress[index]
    return {
      plan: plans[index] ?? null,
      picture: pictureFor(index),
      canLeavePicture: proposal.kind === 'film' && picture !== null,
      made: madeAt(index),
      isEarly: isComing && beginsWithPicture(index),
      isBusy: now?.state === 'waiting' || now?.state === 'sending',
      isLost,
      problem: now?.state === 'refused' ? now.problem : null
    }
  })
  return {
    shown,
    settings,
    order: (index: number) => (isReady ? void order(index, false) : orderLater(index)),
    takePicture: (index: number, takes: boolean) => setFilmed((before) => ({ ...before, [index]: takes }))
  }
}

type Plans = readonly (Plan | 'picture' | null)[]

/** @returns whether it is ordered */
type OrderOne = (index: number, unasked: boolean) => Promise<boolean>

/** Orders at a click: at once, or when the answer is saved. */
function useOrders(of: ProposalsOf, plans: Plans, isReady: boolean) {
  const queries = useQueryClient()
  const [progress, setProgress] = useState<Readonly<Record<number, Progress | undefined>>>({})
  const set = (index: number, next: Progress | undefined) => setProgress((before) => ({ ...before, [index]: next }))
  const sending = useRef(new Set<number>())

  const order: OrderOne = async (index, unasked) => {
    const plan = plans[index]
    if (!plan || plan === 'picture' || sending.current.has(index)) return false
    sending.current.add(index)
    set(index, { state: 'sending' })
    const { conversationId, message } = of
    const proposed = proposedAt(of, index)
    const model = message?.model ?? ''
    const refusal = await orderProposed(queries, { conversationId, proposed, model, plan, unasked })
    sending.current.delete(index)
    set(index, refusal?.text ? { state: 'refused', problem: refusal.text } : undefined)
    return refusal === null
  }

  const orderWaiting = useEffectEvent(() => {
    for (const [index, now] of Object.entries(progress)) if (now?.state === 'waiting') void order(Number(index), false)
  })
  useEffect(() => {
    if (isReady) orderWaiting()
  }, [isReady])
  const { isLost } = of
  const [wasLost, setWasLost] = useState(isLost)
  if (isLost !== wasLost) {
    setWasLost(isLost)
    // It may never be saved.
    if (isLost)
      setProgress((before) => Object.fromEntries(Object.entries(before).filter(([, now]) => now?.state !== 'waiting')))
  }
  return { progress, order, orderLater: (index: number) => set(index, { state: 'waiting' }) }
}

interface Unasked {
  of: ProposalsOf
  plans: Plans
  isReady: boolean
  works: ChatSettings['works']
  isComing: boolean
  /** Its user has ordered it already. */
  isAsked: (index: number) => boolean
  order: OrderOne
}

/** Orders what the user allows without a question: of an answer that has just come here, and within the tokens of the chat. */
function useUnasked({ of: { proposals, isWatched }, plans, isReady, works, isComing, isAsked, order }: Unasked): void {
  const { user } = useSession()
  const orderUnasked = useEffectEvent(async () => {
    let left = works ? works.limitTokens - works.spentTokens : 0
    for (const [index, proposal] of proposals.entries()) {
      const plan = plans[index]
      // What begins with a picture that another one of these makes is asked for when that is there.
      const isOfAnother = takesPicture(proposal) && (isComing || proposals.slice(0, index).some(makesPicture))
      if (!works || !plan || plan === 'picture' || isOfAnother || isAsked(index)) continue
      // Also where a plan covers it.
      if (plan.priceTokens > left || isLocked(plan.entry, plan.values, user)) continue
      if (await order(index, true)) left -= plan.priceTokens
    }
  })
  const isDecided = useRef(false)
  useEffect(() => {
    if (!isWatched || !isReady || isDecided.current) return
    // Once: tokens that are allowed later are for answers that come later.
    isDecided.current = true
    void orderUnasked()
  }, [isWatched, isReady])
}

/** How each would be made with the tools and settings that the user has chosen last. */
function usePlans(proposals: readonly WorkProposal[], pictureFor: (index: number) => DialogPicture | null) {
  const { user } = useSession()
  const owner = user?.id
  const prices = usePrices()
  const isUnconnected = useUnconnected()
  const { tools } = useSyncExternalStore(choice.subscribe, choice.getState)
  const [, lookAgain] = useReducer((count: number) => count + 1, 0)
  const plans = proposals.map((proposal, index) =>
    planOf(proposal, pictureFor(index), {
      isConnected: (path) => !isUnconnected(path),
      chosen: tools[createKindOf[proposal.kind]],
      priced: (entry) => pricedEntry(entry, prices),
      settingsOf: (entry) => settingsBox(entry, owner).state().draft.values
    })
  )
  const used = plans.flatMap((plan) => (plan && plan !== 'picture' ? plan.entry.id : [])).join(' ')
  const names = useUnconnectedNames()
  useEffect(() => {
    const stops = used.split(' ').map((id) => {
      const entry = findStudioEntry(id)
      if (!entry) return undefined
      const box = settingsBox(entry, owner)
      const stop = box.subscribe(lookAgain)
      box.settle(unableIn(names, entry.path, box.state().draft.values))
      return stop
    })
    return () => {
      for (const stop of stops) stop?.()
    }
  }, [used, owner, names])
  return plans
}
