// Components that come after the page that shows them.
import { type ComponentType, lazy } from 'react'

/** Waits for the network where there is none: a part that fails takes its whole page along. @throws what `load` throws while there is one */
export const whenThere = <Part>(load: () => Promise<Part>): Promise<Part> =>
  load().catch((error: unknown) => {
    if (navigator.onLine) throw error
    return new Promise((resolve) => window.addEventListener('online', resolve)).then(() => whenThere(load))
  })

/** A component that is loaded when it is first rendered, inside a `Suspense`. */
export const late = <Props extends object>(load: () => Promise<ComponentType<Props>>) =>
  lazy(async () => ({ default: await whenThere(load) }))
