import { lazy, type ComponentType, type ReactNode } from 'react'

/** A page whose code is a chunk of its own, fetched when the page is first shown. */
export interface LazyPage {
  (): ReactNode
  /** Fetches the code. A page whose code is here renders at once: HTML from the build can be taken over in one go. */
  preload: () => Promise<void>
}

export function lazyPage(load: () => Promise<ComponentType>): LazyPage {
  let Ready: ComponentType | undefined
  const Later = lazy(async () => ({ default: await load() }))
  const Page = () => (Ready ? <Ready /> : <Later />)
  const preload = async () => void (Ready = await load())
  return Object.assign(Page, { preload })
}
