// Each page is its own chunk, loaded when it is first shown.
import { lazy, type ComponentType, type ReactNode } from 'react'
import { pages } from './base/pages.ts'

interface PageProps {
  /** What follows the page's path in the address: the id in `#/people/<id>`. */
  parameter: string | null
}

const loaders = import.meta.glob<(props: PageProps) => ReactNode>('./**/page.tsx', { import: 'Page' })

export const pageComponents = new Map<string, ComponentType<PageProps>>(
  pages.map(({ path, module }) => {
    const load = loaders[`./${module}`]
    if (!load) throw new Error(`base/pages.ts names ${module}, which is no module`)
    return [path, lazy(async () => ({ default: await load() }))]
  })
)
