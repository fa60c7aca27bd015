// Pages of users that the build renders for a visitor: their HTML also holds what only users see, out of sight.
import { useSyncExternalStore } from 'react'

const never = () => () => undefined

/** Whether the page is the HTML of the build, or is just taken over from that. */
export const useIsFromBuild = (): boolean =>
  useSyncExternalStore(
    never,
    () => false,
    () => true
  )

/** The class of what only visitors should see: users are not shown it, nor its place, until React knows who this is. */
export const visitorsPlace = 'in-data-[session=stored]:hidden'

/** The class of what only users should see: it takes no place where `public/before-paint.js` found no session. */
export const useUsersOnly = (): string | undefined =>
  useIsFromBuild() ? 'not-in-data-[session=stored]:hidden' : undefined
