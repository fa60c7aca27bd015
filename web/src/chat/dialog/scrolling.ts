// Which part of a dialog the window shows: its end while it grows, earlier messages, and a message that was found.
import { useCallback, useEffect, useRef, useState, type RefObject, useLayoutEffect } from 'react'
import { useQueryClient } from '@tanstack/react-query'
import { useLocation, useNavigate } from 'react-router-dom'
import { beforeFrame } from '../../base/page/next-task.ts'
import type { useMessages } from '../conversations/use-conversations.ts'
import { chatLink, messageIdOf } from '../conversations/addresses.ts'
import { showVersion } from '../conversations/conversations.ts'
import { noteAllSaved } from '../stream/chat-store.ts'

/** A user who is nearer to the bottom than this counts as being at the bottom. */
const nearPx = 96

const distanceToBottom = (): number => document.documentElement.scrollHeight - window.innerHeight - window.scrollY

/**
 * Keeps the end of a growing page in view while the user is at the bottom. Scrolling up stops that, returning to the
 * bottom starts it again. `release` stops it for a scroll that the page itself makes.
 */
export function useFollowBottom(content: RefObject<HTMLElement | null>, wanted: boolean) {
  const holds = useRef(true)
  const [away, setAway] = useState(false)

  const toBottom = useCallback(() => {
    holds.current = true
    setAway(false)
    window.scrollTo(0, document.documentElement.scrollHeight)
  }, [])

  const release = useCallback(() => {
    holds.current = false
  }, [])

  // When the user leaves or deletes the conversation, the page starts at its top again.
  useEffect(() => {
    if (!wanted) return
    return () => window.scrollTo(0, 0)
  }, [wanted])

  useEffect(() => {
    if (!wanted || !content.current) return
    let lastY = window.scrollY
    const onScroll = () => {
      const near = distanceToBottom() < nearPx
      if (near) holds.current = true
      else if (window.scrollY < lastY) holds.current = false
      lastY = window.scrollY
      setAway(!near && !holds.current)
    }
    let known = 0
    const follow = () => {
      const { scrollHeight } = document.documentElement
      if (holds.current && scrollHeight > known) window.scrollTo(0, scrollHeight)
      known = scrollHeight
    }
    // What is added is followed in a task of its own, in which the browser lays it out. Left to the frame, laying out and painting
    // would be one long task, with what the browser does after a scroll twice.
    let isDue = false
    let isOver = false
    const added = new MutationObserver(() => {
      if (isDue) return
      isDue = true
      beforeFrame(() => {
        isDue = false
        // Elsewhere the page is not asked how high it is: the browser would have to lay it out for that.
        if (!isOver && holds.current) follow()
      })
    })
    added.observe(content.current, { childList: true, characterData: true, subtree: true })
    const resized = new ResizeObserver(() => {
      follow()
      if (!holds.current) setAway(distanceToBottom() >= nearPx)
    })
    resized.observe(content.current)
    window.addEventListener('scroll', onScroll, { passive: true })
    return () => {
      isOver = true
      added.disconnect()
      resized.disconnect()
      window.removeEventListener('scroll', onScroll)
    }
  }, [content, wanted])

  useKeyboardBelow(holds, wanted)
  return { away: wanted && away, toBottom, release }
}

/** The keyboard on the screen takes a part of the window: the last lines stay above the composer. */
function useKeyboardBelow(holds: RefObject<boolean>, wanted: boolean) {
  useEffect(() => {
    const { visualViewport } = window
    if (!wanted || !visualViewport) return
    const follow = () => {
      if (holds.current) requestAnimationFrame(() => window.scrollTo(0, document.documentElement.scrollHeight))
    }
    visualViewport.addEventListener('resize', follow)
    return () => visualViewport.removeEventListener('resize', follow)
  }, [holds, wanted])
}

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
  /** The first message on the page, and how far below the window's upper edge it was. */
  const place = useRef<{ element: Element; top: number } | null>(null)

  useEffect(() => {
    // Asked for at the first scroll: before, the browser would lay out the page only to answer.
    let lastY = 0
    const onScroll = () => {
      const isUp = window.scrollY < lastY
      lastY = window.scrollY
      if (window.scrollY > nearWindows * window.innerHeight) return
      const element = content.current?.querySelector('[data-thread]')?.firstElementChild
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
  useLayoutEffect(() => {
    if (shown.current === first) return
    shown.current = first
    const known = place.current
    place.current = null
    if (!known?.element.isConnected || known.element === known.element.parentElement?.firstElementChild) return
    const moved = known.element.getBoundingClientRect().top - known.top
    if (moved > 0) window.scrollBy(0, moved)
  })
}

const markedMs = 2500

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
  const toMiddle = () =>
    message.scrollIntoView({ block: message.clientHeight > window.innerHeight / 2 ? 'start' : 'center' })
  const drawing = new ResizeObserver(toMiddle)
  const ends = new AbortController()
  const stop = () => {
    drawing.disconnect()
    ends.abort()
  }
  for (const input of ['wheel', 'touchmove', 'keydown', 'pointerdown'])
    window.addEventListener(input, stop, { signal: ends.signal, passive: true })
  drawing.observe(content)
  toMiddle()
  message.tabIndex = -1
  message.focus({ preventScroll: true })
  message.dataset['found'] = ''
  setTimeout(() => {
    stop()
    delete message.dataset['found']
  }, markedMs)
}
