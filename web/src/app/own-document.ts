// The payment page runs a script of somebody else's under a policy of its own (web/public/_headers). A policy belongs to
// the document and outlives a change of address: who comes to this page from another one, or leaves it, gets a new document.
import { useEffect, useState } from 'react'
import type { Location } from 'react-router-dom'
import { paths } from '../base/paths.ts'

/** The address of this document, whatever the history says later: this module comes with the first script. The build has no window. */
const loadedAt = globalThis.window?.location.pathname ?? paths.home

/** Whether a page may be shown in the document that was loaded at an address. */
export const mayShareDocument = (pathname: string, documentPathname: string): boolean =>
  (pathname === paths.tokenPurchase) === (documentPathname === paths.tokenPurchase)

/**
 * The place to show: the present one, or, while the document is replaced by the one that it needs, the place before it.
 * Null: there was none.
 */
export function useOwnDocument(location: Location, documentPathname = loadedAt): Location | null {
  const fits = mayShareDocument(location.pathname, documentPathname)
  const [shown, setShown] = useState(fits ? location : null)
  if (fits && shown !== location) setShown(location)
  const wanted = fits ? null : location.key
  useEffect(() => {
    if (wanted !== null) window.location.reload()
  }, [wanted])
  return fits ? location : shown
}
