// Where a dialog stays and goes: what the user reads keeps its place when earlier messages come, and a found one is shown.
import { useEffect, useLayoutEffect, useRef, useState, type RefObject } from 'react'
import { useQueryClient } from '@tanstack/react-query'
import { useLocation, useNavigate } from 'react-router-dom'
import type { useMessages } from '../conversations/use-conversations.ts'
import { chatLink, messageIdOf } from '../conversations/addresses.ts'
import { showVersion } from '../conversations/conversations.ts'
import { takePlaces } from '../markdown/late.tsx'
import { noteAllSaved } from '../stream/chat-store.ts'

/** Nearer to the top than so many windows, the user will soon want earlier messages. */
const nearWindows = 3

type Messages = Pick<ReturnType<typeof useMessages>, 'items' | 'hasEarlier' | 'loadingEarlier' | 'loadEarlier'>

/**
 * Loads earlier messages while the user scrolls up, and keeps what the user reads in its place when they come. The button above
 * them remains for the keyboard, and after a failure.
 */
export function useEarlierMessages(content: RefObject<HTMLElement | null>, messages: Messages) {
  const first = messages.items[0]?.id
  const latest = useRef(messages)
  useEffect(() => {
    latest.current = messages
  })
  /** The first message before which more were asked for. */
  const asked = useRef<number | null>(null)
  /** The first message in the window, and how far below the window's upper edge it was. */
  const place = useRef<{ element: Element; top: number } | null>(null)

  useEffect(() => {
    // Asked for at the first scroll: before, the browser would lay out the page only to answer.
    let lastY = 0
    const onScroll = () => {
      const isUp = window.scrollY < lastY
      lastY = window.scrollY
      // Far from them the browser keeps the place, or there is none to keep.
      place.current = null
      if (window.scrollY > nearWindows * window.innerHeight) return
      const element = readIn(content.current?.querySelector('[data-thread]'))
      place.current = element ? { element, top: element.getBoundingClientRect().top } : null
      const { items, hasEarlier, loadingEarlier, loadEarlier } = latest.current
      const id = items[0]?.id
      if (!isUp || id === undefined || !hasEarlier || loadingEarlier || asked.current === id) return
      asked.current = id
      loadEarlier()
    }
    window.addEventListener('scroll', onScroll, { passive: true })
    return () => window.removeEventListener('scroll', onScroll)
  }, [content])

  const shown = useRef(first)
  const stopKeeping = useRef<() => void>(() => {})
  useLayoutEffect(() => {
    if (shown.current === first) return
    shown.current = first
    const known = place.current
    place.current = null
    stopKeeping.current()
    if (!content.current || !known?.element.isConnected) return
    stopKeeping.current = keepPlace(content.current, known)
  })
  useEffect(() => () => stopKeeping.current(), [])
}

/** The first message of which a part is below the upper edge of the window. */
const readIn = (thread: Element | null | undefined): Element | undefined =>
  [...(thread?.children ?? [])].find((message) => message.getBoundingClientRect().bottom > 0)

interface Place {
  element: Element
  /** How far below the window's upper edge it begins. */
  top: number
}

/**
 * Keeps a message where it is while the texts around it are being drawn. A scroll that goes on, as of a wheel, moves its place:
 * the browser keeps no places of its own meanwhile, so that every scroll that is not ours is the user's. @returns ends it
 */
function keepPlace(content: HTMLElement, { element, top }: Place): () => void {
  let wanted = top
  let known = window.scrollY
  const onScroll = () => {
    wanted -= window.scrollY - known
    known = window.scrollY
  }
  const place = () => {
    // Another chat is shown.
    if (!element.isConnected) return
    onScroll()
    window.scrollBy(0, element.getBoundingClientRect().top - wanted)
    known = window.scrollY
  }
  const giveBack = takePlaces()
  window.addEventListener('scroll', onScroll, { passive: true })
  const stop = whileDrawn(content, place, () => {
    giveBack()
    window.removeEventListener('scroll', onScroll)
  })
  setTimeout(stop, markedMs)
  return stop
}

/** How long a message stays in its place, whatever is drawn meanwhile. */
export const markedMs = 2500

interface Shown {
  content: RefObject<HTMLElement | null>
  conversationId: number | null
  messages: ReturnType<typeof useMessages>
  /** Called before the page scrolls to a message: it must not be scrolled to its end any more. */
  onFound: () => void
}

/**
 * Scrolls to the message that the address names, and marks it for a moment. One that is not loaded may be of another
 * version: that is shown, and earlier messages are loaded until it is there. The address then names it no more: a reload would
 * show that version instead of what the user has chosen since.
 * @returns the message that must be on the page, whether or not it is near the window
 */
export function useFoundMessage({ content, conversationId, messages, onFound }: Shown): number | null {
  const { key, pathname, search } = useLocation()
  const navigate = useNavigate()
  const messageId = messageIdOf(new URLSearchParams(search))
  /** The opening of the address that was answered, so that later changes of the dialog do not scroll again. */
  const answered = useRef<string | null>(null)
  const loadedBefore = useRef<number | null>(null)
  const showsPath = useShownPath(key, conversationId, messageId)

  useEffect(() => {
    if (messageId === null || answered.current === key || !content.current) return
    const message = content.current.querySelector<HTMLElement>(`[data-message="${messageId}"]`)
    if (message) {
      answered.current = key
      onFound()
      show(message, content.current)
      void navigate(chatLink(pathname, conversationId), { replace: true })
      return
    }
    const first = messages.items[0]?.id
    if (first === undefined || !showsPath()) return
    // Asked once for each page, so that a page that cannot be loaded is not asked for again and again.
    if (!messages.hasEarlier || messages.loadingEarlier || loadedBefore.current === first) return
    loadedBefore.current = first
    messages.loadEarlier()
  })
  return messageId
}

/** @returns asks, once for each opening, that the path through the message is shown, and says whether it is */
function useShownPath(key: string, conversationId: number | null, messageId: number | null): () => boolean {
  const queries = useQueryClient()
  const asked = useRef<string | null>(null)
  const [shown, setShown] = useState<string | null>(null)

  return () => {
    if (conversationId === null || messageId === null || asked.current === key) return shown === key
    asked.current = key
    noteAllSaved(conversationId)
    showVersion(queries, conversationId, messageId).then(
      () => setShown(key),
      // The message is gone, or the network is: the conversation stays as it is.
      () => {}
    )
    return false
  }
}

/** Keeps a message in the middle while the texts around it are being drawn, until the user scrolls. */
function show(message: HTMLElement, content: HTMLElement) {
  const stop = whileDrawn(content, () =>
    message.scrollIntoView({ block: message.clientHeight > window.innerHeight / 2 ? 'start' : 'center' })
  )
  message.tabIndex = -1
  message.focus({ preventScroll: true })
  message.dataset['found'] = ''
  setTimeout(() => {
    stop()
    delete message.dataset['found']
  }, markedMs)
}

/** Calls `place` now and after each change of the height of the dialog, until the user does something. @returns ends it */
export function whileDrawn(content: HTMLElement, place: () => void, onEnd?: () => void): () => void {
  const drawing = new ResizeObserver(place)
  const ends = new AbortController()
  const stop = () => {
    drawing.disconnect()
    ends.abort()
    onEnd?.()
  }
  for (const input of ['wheel', 'touchmove', 'keydown', 'pointerdown'])
    window.addEventListener(input, stop, { signal: ends.signal, passive: true })
  drawing.observe(content)
  place()
  return stop
}

/** For the button of a chat that is gone, unless the user writes elsewhere: the composer was removed with the focus. */
export function takeLostFocus(place: HTMLElement | null) {
  if (document.activeElement === document.body) place?.querySelector('button')?.focus()
}
