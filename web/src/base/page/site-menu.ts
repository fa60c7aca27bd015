import { createContext } from 'react'
import type { ReactNode } from 'react'

/**
 * The button that opens the site's menu, for a page whose own bar takes the place of the site's on phones. The layout gives
 * it, because a page may not import the layout.
 */
export const SiteMenu = createContext<ReactNode>(null)
