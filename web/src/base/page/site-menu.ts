import { createContext } from 'react'
import type { ReactNode } from 'react'

/** Parts of the site's bar. */
export interface SiteParts {
  /** The button that opens the site's menu where the window is narrow. */
  menu: ReactNode
  /** The way home: the sign of the site alone, and with its name. */
  mark: ReactNode
  brand: ReactNode
  /** Balance, jobs and the user's menu, or the way in. */
  account: ReactNode
}

/**
 * They stand in the page's own bar where that is the only one. The layout gives them, because a page may not import the
 * layout; none where there is no layout.
 */
export const SiteMenu = createContext<SiteParts | null>(null)
