import { useLayoutEffect } from 'react'

/** Whether the window has room for a document and its chat. As `lg:` in style sheets. */
export const roomForBoth = () => matchMedia('(min-width: 64rem)')

/** The chat beside is as narrow as a document leaves it, from when its place is there. */
export const useRoomBeside = () =>
  useLayoutEffect(() => {
    if (!roomForBoth().matches) return
    const { dataset } = document.documentElement
    dataset['document'] = 'open'
    return () => void delete dataset['document']
  }, [])
