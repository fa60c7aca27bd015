import { useEffect, useRef, useState, type RefObject } from 'react'
import { useQueryClient } from '@tanstack/react-query'
import { useLocation, useNavigate } from 'react-router-dom'
import { chatLink, messageIdOf } from '../conversations/chat-link.ts'
import { showVersion } from '../conversations/conversations.ts'
import { noteAllSaved } from '../stream/chat-store.ts'
import type { useMessages } from '../conversations/use-conversations.ts'

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
