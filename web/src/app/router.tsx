import { Suspense } from 'react'
import { Navigate, Outlet, Route as RouteElement, Routes, useLocation } from 'react-router-dom'
import { pages, routes } from '../base/pages.ts'
import { ErrorBoundary } from './shell/error-boundary.tsx'
import { PagePlaceholder } from '../base/page/page-placeholder.tsx'
import { PageShown } from './shell/page-shown.ts'
import { PlainLayout, Shell } from './shell/layouts.tsx'
import { useOwnDocument } from './own-document.ts'
import { componentAt } from './page-components.tsx'

const layouts = { shell: Shell, plain: PlainLayout }

/** Navigation happens in a transition: the old page stays until the new page's chunk is loaded. */
export function Router() {
  const location = useLocation()
  const { pathname, search, hash } = location
  const shown = useOwnDocument(location)
  // One address per page: search engines and our own comparisons take one with a slash at the end for another page.
  if (pathname !== '/' && pathname.endsWith('/')) {
    return <Navigate to={pathname.replace(/(?<!\/)\/+$/, '') + search + hash} replace />
  }
  if (!shown) return null
  return (
    <Routes location={shown}>
      <RouteElement element={<Frame layout="shell" />}>
        {routesIn('shell')}
        {routeTo('*')}
      </RouteElement>
      <RouteElement element={<Frame layout="plain" />}>{routesIn('plain')}</RouteElement>
    </Routes>
  )
}

const routesIn = (layout: keyof typeof layouts) => routes.filter((path) => pages[path].layout === layout).map(routeTo)

function routeTo(path: string) {
  const Component = componentAt(path)
  return <RouteElement key={path} path={path} element={<Component />} />
}

function Frame({ layout }: { layout: keyof typeof layouts }) {
  const { pathname } = useLocation()
  const Layout = layouts[layout]
  return (
    <Layout side={componentAt(pathname).Side}>
      <ErrorBoundary place={pathname}>
        <Suspense fallback={<PagePlaceholder />}>
          <Outlet />
          <PageShown />
        </Suspense>
      </ErrorBoundary>
    </Layout>
  )
}
