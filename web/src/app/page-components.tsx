// Each page is its own chunk, loaded when the page is first shown.
import { Fragment, lazy, useState, type ComponentType, type ReactNode } from 'react'
import { withQueries } from '../base/http/queries.tsx'
import { notFound, pageAt, pages } from '../base/pages.ts'
import { whenThere } from '../base/page/late.ts'

/** What a page's module exports. */
type PageComponent = ComponentType & {
  /** What stands beside the page, where its own bar is the only one. It stays when the router goes to a page of the same module. */
  Side?: ComponentType
  /** Begins to read what the page shows at this address; resolves when it is there. */
  prepare?: (search: URLSearchParams) => Promise<void>
}

interface LazyPage {
  (): ReactNode
  Side: () => ReactNode
  /** Resolves when what a user sees first is there, or cannot be read. Call it after `preload`. */
  prepare: (search: URLSearchParams) => Promise<void>
  /** Loads the chunk. A loaded page renders synchronously, as React needs to hydrate prerendered HTML. */
  preload: () => Promise<void>
}

function lazyPage(load: () => Promise<PageComponent>): LazyPage {
  let Ready: PageComponent | undefined
  // Decided once, so that a page which was waited for does not begin anew.
  const oneOf = (choose: (page: PageComponent) => ComponentType) => {
    const Later = lazy(async () => ({ default: choose(await whenThere(load)) }))
    return () => {
      const [Shown] = useState(() => (Ready ? choose(Ready) : Later))
      return <Shown />
    }
  }
  const preload = async () => void (Ready = await load())
  const prepare = async (search: URLSearchParams) => Ready?.prepare?.(search)
  return Object.assign(
    oneOf((page) => page),
    { Side: oneOf((page) => page.Side ?? Fragment), preload, prepare }
  )
}

const loaders = import.meta.glob<PageComponent>(['../**/*page.tsx', './*page.tsx'], { import: 'Page' })

function loaderOf(module: string) {
  // A page beside this file joins several features.
  const load = loaders[`../${module}`.replace('../app/', './')]
  if (!load) throw new Error(`base/pages.ts names ${module}, which is no module`)
  return load
}

// One component for each module, so that React keeps the page's state between two addresses that share it.
const components = new Map<string, LazyPage>()
for (const { module, prerendered, asks } of [...Object.values(pages), notFound]) {
  if (components.has(module)) continue
  const load = loaderOf(module)
  // Most prerendered pages are the same for everybody, so they read nothing from the server.
  components.set(module, lazyPage(prerendered && !asks ? load : () => withQueries(load)))
}

/** The page at an address, or the not-found page. */
export function componentAt(pathname: string): LazyPage {
  const { module } = pageAt(pathname)
  const component = components.get(module)
  if (!component) throw new Error(`${module} has no component`)
  return component
}
