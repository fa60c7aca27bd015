// The end of a dialog stays in view while it grows.
import { useCallback, useEffect, useRef, useState, type RefObject } from 'react'
import { beforeFrame } from '../../base/page/next-task.ts'

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
      // A question that is being changed stays in view: where it was refused, all that it took away comes back below it.
      const isChanging = content.current?.querySelector('textarea:focus')
      if (holds.current && scrollHeight > known && !isChanging) window.scrollTo(0, scrollHeight)
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
