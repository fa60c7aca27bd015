// Renders the application into the page.
import { StrictMode } from 'react'
import { createRoot, hydrateRoot } from 'react-dom/client'
import { BrowserRouter } from 'react-router-dom'
import { beginSession, onSessionChange } from '../base/session/session-store.ts'
import { App } from './app.tsx'
import { componentAt } from './page-components.tsx'
import { openPalette as openNow } from '../base/page/palette.ts'
import { isTranslated } from '../base/page/translated.ts'
import type { TypedAhead } from './start/palette-key.ts'
import { pageShown } from './shell/page-shown.ts'
import { prepareToasts } from '../base/ui/notify.ts'
import { forbidEvalInZod } from '../base/http/zod-without-eval.ts'

export { closePalette } from '../base/page/palette.ts'

/** Opens the search for everything, whose field takes what is typed until it is there. @throws where the search cannot be loaded */
export async function openPalette(typed: TypedAhead): Promise<void> {
  openNow(false, typed.take)
  await import('./palette/palette.tsx')
}

// What is known of a user is shown right after the HTML of a visitor has become the page.
export const pageAnswers = pageShown.then(() => new Promise((resolve) => setTimeout(resolve)))

forbidEvalInZod()

const container = document.querySelector<HTMLElement>('#root')
if (!container) throw new Error('index.html has no #root')

/** A page that is not there by then is shown as being on its way. */
const patienceMs = 300

const app = (
  <StrictMode>
    <App Routing={BrowserRouter} />
  </StrictMode>
)

/** A page that cannot be made what it was is drawn anew. */
const untranslated = () =>
  import('./start/untranslate.ts').then(({ untranslate }) => untranslate(container)).catch(() => null)

const component = componentAt(window.location.pathname)
const page = component.preload().catch(() => undefined)
const { dataset } = document.documentElement
// The HTML of a visitor is taken over after it; until then it stays out of sight what a user does not see.
if (dataset.session) void beginSession()
if (container.hasAttribute('data-prerendered') && !dataset.opens) {
  // The HTML is prerendered. The page's chunk must be loaded first, or React would replace the HTML by a placeholder.
  void page.then(async () => {
    if (!isTranslated()) return void hydrateRoot(container, app)
    const translateAgain = await untranslated()
    if (!translateAgain) return createRoot(container).render(app)
    hydrateRoot(container, app)
    void pageShown.then(translateAgain)
  })
} else {
  // Most often the document has named the page's files, and they are there: a placeholder would only be work. So would a page without
  // its user and without what the address opens, where both are there soon.
  const patience = new Promise((resolve) => setTimeout(resolve, patienceMs))
  const known = page.then(() =>
    Promise.all([dataset.session && beginSession(), component.prepare(new URLSearchParams(window.location.search))])
  )
  void Promise.race([known, patience]).then(() => createRoot(container).render(app))
}

// Once the session is known, React decides what to show; before that, the marks of public/before-paint.js and CSS did.
const stop = onSessionChange(() => {
  stop()
  void pageAnswers.then(() => {
    delete dataset.session
    delete dataset.opens
  })
})

prepareToasts()
