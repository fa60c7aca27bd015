// The pages as HTML, for the build: what a visitor sees who has just arrived, and what stands there without JavaScript.
import { StrictMode, type ReactNode } from 'react'
import { renderToString } from 'react-dom/server'
import { StaticRouter } from 'react-router-dom'
import { App } from './app.tsx'
import { componentAt } from './page-components.tsx'

/** @returns what belongs into `#root` at an address; the browser's own first rendering must be the same */
export async function prerender(pathname: string): Promise<string> {
  await componentAt(pathname).preload()
  const Routing = ({ children }: { children: ReactNode }) => <StaticRouter location={pathname}>{children}</StaticRouter>
  return renderToString(
    <StrictMode>
      <App Routing={Routing} />
    </StrictMode>
  )
}
