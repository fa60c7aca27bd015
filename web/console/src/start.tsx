// Renders the console into the page.
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { prepareToasts } from '../../src/base/ui/notify.ts'
import { Console } from './console.tsx'

const container = document.querySelector<HTMLElement>('#root')
if (!container) throw new Error('index.html has no #root')

createRoot(container).render(
  <StrictMode>
    <Console />
  </StrictMode>
)

prepareToasts()
