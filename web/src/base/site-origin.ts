import { useSyncExternalStore } from 'react'

const never = () => () => undefined
const ofBuild = (): string => import.meta.env.VITE_SITE_ORIGIN || 'http://localhost:8788'

/** Where the site is, without a slash at the end: for a page that the build renders, which is then shown where it really is. */
export const useSiteOrigin = (): string => useSyncExternalStore(never, () => window.location.origin, ofBuild)
