// The application, put into the page.
import { StrictMode } from 'react'
import { createRoot, hydrateRoot } from 'react-dom/client'
import { BrowserRouter } from 'react-router-dom'
import { onSessionChange } from '../base/session/session-store.ts'
import { App } from './app.tsx'
import { componentAt } from './page-components.tsx'
import { prepareToasts } from '../base/ui/notify.ts'
import { forbidEvalInZod } from './zod-without-eval.ts'

forbidEvalInZod()

const container = document.querySelector<HTMLElement>('#root')
if (!container) throw new Error('index.html has no #root')

const app = (
  <StrictMode>
    <App Routing={BrowserRouter} />
  </StrictMode>
)

if (container.hasAttribute('data-prerendered')) {
  // The page stands there already. Its code comes first, else React would replace it by a placeholder.
  void componentAt(window.location.pathname)
    .preload()
    .catch(() => undefined)
    .then(() => hydrateRoot(container, app))
} else createRoot(container).render(app)

// The session has been looked at: from now on React decides what a visitor sees and what a user.
const stop = onSessionChange(() => {
  stop()
  delete document.documentElement.dataset.session
})

prepareToasts()
