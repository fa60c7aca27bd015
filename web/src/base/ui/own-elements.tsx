import { Children, type ReactNode } from 'react'

/**
 * Children that stand beside something that comes and goes: each text of them in an element of its own. A browser that translates a
 * page puts elements of its own in place of texts; React then finds no text to insert before, to change or to remove.
 */
export const inOwnElements = (children: ReactNode): ReactNode =>
  Children.map(children, (child) =>
    typeof child === 'string' || typeof child === 'number' ? <span>{child}</span> : child
  )
