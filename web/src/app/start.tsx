// Renders the application into the page.
import { StrictMode } from 'react'
import { createRoot, hydrateRoot } from 'react-dom/client'
import { BrowserRouter } from 'react-router-dom'
import { onSessionChange } from '../base/session/session-store.ts'
import { App } from './app.tsx'
import { componentAt } from './page-components.tsx'
import { prepareToasts } from '../base/ui/notify.ts'
import { forbidEvalInZod } from '../base/http/zod-without-eval.ts'

export { pageShown } from './shell/page-shown.ts'

forbidEvalInZod()

const container = document.querySelector<HTMLElement>('#root')
if (!container) throw new Error('index.html has no #root')

const app = (
  <StrictMode>
    <App Routing={BrowserRouter} />
  </StrictMode>
)

if (container.hasAttribute('data-prerendered')) {
  // The HTML is prerendered. The page's chunk must be loaded first, or React would replace the HTML by a placeholder.
  void componentAt(window.location.pathname)
    .preload()
    .catch(() => undefined)
    .then(() => hydrateRoot(container, app))
} else createRoot(container).render(app)

// Once the session is known, React decides what to show; before that, `data-session` and CSS did.
const stop = onSessionChange(() => {
  stop()
  delete document.documentElement.dataset.session
})

prepareToasts()
