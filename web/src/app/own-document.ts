// The payment page runs a third-party script under a Content-Security-Policy of its own (web/public/_headers). A policy
// belongs to the document and stays when the router changes the address, so going to this page or leaving it reloads.
import { useEffect, useState } from 'react'
import type { Location } from 'react-router-dom'
import { paths } from '../base/paths.ts'

/** The address from which the browser loaded this document. The build, which prerenders pages, has no window. */
const loadedAt = globalThis.window?.location.pathname ?? paths.home

/** Whether a page may be shown in a document that was loaded from another address. */
export const mayShareDocument = (pathname: string, documentPathname: string): boolean =>
  (pathname === paths.tokenPurchase) === (documentPathname === paths.tokenPurchase)

/**
 * The location to show: the present one, or the one before it while the browser reloads. Null when there is none before.
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
