import { useEffect, useRef, useState, type RefObject } from 'react'

/** Whether an element has come near the window. */
export function useSeen(): [RefObject<HTMLElement | null>, boolean] {
  const place = useRef<HTMLElement>(null)
  const [seen, setSeen] = useState(false)
  useEffect(() => {
    const element = place.current
    if (!element || seen) return
    const observer = new IntersectionObserver(
      (entries) => {
        if (entries.some(({ isIntersecting }) => isIntersecting)) setSeen(true)
      },
      { rootMargin: '300px' }
    )
    observer.observe(element)
    return () => observer.disconnect()
  }, [seen])
  return [place, seen]
}
