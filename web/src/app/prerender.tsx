// Renders pages to HTML at build time: what a visitor sees before, or without, JavaScript.
import { StrictMode, type ReactNode } from 'react'
import { renderToString } from 'react-dom/server'
import { StaticRouter } from 'react-router-dom'
import { App } from './app.tsx'
import { markdownLoaded } from '../chat/markdown/lazy-markdown.tsx'
import { componentAt } from './page-components.tsx'

/** @returns the HTML of `#root` at an address; React's first rendering in the browser must produce the same */
export async function prerender(pathname: string): Promise<string> {
  await Promise.all([componentAt(pathname).preload(), markdownLoaded])
  const Routing = ({ children }: { children: ReactNode }) => <StaticRouter location={pathname}>{children}</StaticRouter>
  return renderToString(
    <StrictMode>
      <App Routing={Routing} />
    </StrictMode>
  )
}
