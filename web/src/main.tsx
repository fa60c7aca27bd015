import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { App } from './app.tsx'
import { reloadOnMissingChunk } from './missing-chunk.ts'
import { prepareToasts } from './ui/notify.ts'
import { forbidEvalInZod } from './zod-without-eval.ts'

forbidEvalInZod()
reloadOnMissingChunk()

const container = document.querySelector('#root')
if (!container) throw new Error('index.html has no #root')
createRoot(container).render(
  <StrictMode>
    <App />
  </StrictMode>
)

prepareToasts()
