// Renders the application into the page.
import { StrictMode } from 'react'
import { createRoot, hydrateRoot } from 'react-dom/client'
import { BrowserRouter } from 'react-router-dom'
import { beginSession, onSessionChange } from '../base/session/session-store.ts'
import { App } from './app.tsx'
import { componentAt } from './page-components.tsx'
import { isTranslated } from '../base/page/translated.ts'
import { pageShown } from './shell/page-shown.ts'
import { prepareToasts } from '../base/ui/notify.ts'
import { forbidEvalInZod } from '../base/http/zod-without-eval.ts'

export { pageShown }

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

const page = componentAt(window.location.pathname)
  .preload()
  .catch(() => undefined)
if (container.hasAttribute('data-prerendered')) {
  // The HTML is prerendered. The page's chunk must be loaded first, or React would replace the HTML by a placeholder.
  void page.then(async () => {
    if (!isTranslated()) return void hydrateRoot(container, app)
    const translateAgain = await untranslated()
    if (!translateAgain) return createRoot(container).render(app)
    hydrateRoot(container, app)
    void pageShown.then(translateAgain)
  })
} else {
  // On its way while the page is rendered. HTML from the build is a visitor's until React has taken it over.
  void beginSession()
  // Most often the document has named the page's files, and they are there: a placeholder would only be work.
  const patience = new Promise((resolve) => setTimeout(resolve, patienceMs))
  void Promise.race([page, patience]).then(() => createRoot(container).render(app))
}

// Once the session is known, React decides what to show; before that, `data-session` and CSS did.
const stop = onSessionChange(() => {
  stop()
  delete document.documentElement.dataset.session
})

prepareToasts()
