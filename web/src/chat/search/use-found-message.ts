import { useEffect, useRef, type RefObject } from 'react'
import { useLocation } from 'react-router-dom'
import { messageIdOf } from '../conversations/chat-link.ts'
import type { useMessages } from '../conversations/use-conversations.ts'

const markedMs = 2500

interface Shown {
  content: RefObject<HTMLElement | null>
  messages: ReturnType<typeof useMessages>
  /** Called before the page scrolls to a message: it must not be scrolled to its end any more. */
  onFound: () => void
}

/** Scrolls to the message that the address names, marks it for a moment, and loads earlier messages until it is there. */
export function useFoundMessage({ content, messages, onFound }: Shown) {
  const { key, search } = useLocation()
  const messageId = messageIdOf(new URLSearchParams(search))
  /** The opening of the address that was answered, so that later changes of the dialog do not scroll again. */
  const answered = useRef<string | null>(null)
  const loadedBefore = useRef<number | null>(null)

  useEffect(() => {
    if (messageId === null || answered.current === key || !content.current) return
    const message = content.current.querySelector<HTMLElement>(`[data-message="${messageId}"]`)
    if (message) {
      answered.current = key
      onFound()
      show(message, content.current)
      return
    }
    const first = messages.items[0]?.id
    // Asked once for each page, so that a page that cannot be loaded is not asked for again and again.
    if (!messages.hasEarlier || messages.loadingEarlier || first === undefined || loadedBefore.current === first) return
    loadedBefore.current = first
    messages.loadEarlier()
  })
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
