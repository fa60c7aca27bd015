// The first script, and on a page that is only read the only one. It decides when to load the application (`start.tsx`).
import { afterPaint, startWhenUsed } from './start/when-used.ts'
import { reloadOnMissingChunk } from '../base/page/missing-chunk.ts'

reloadOnMissingChunk()

// Those of dialogs that a reload has closed: src/base/ui/layer-entries.ts.
const over = window.history.state?.over
if (over) window.history.go(-over)

/** Resolves when the page answers to events. */
const start = async () => (await import('./start.tsx')).pageAnswers

const prerendered = document.querySelector<HTMLElement>('#root[data-prerendered]')
if (prerendered?.dataset.prerendered === 'still') startWhenUsed(start)
else void (prerendered ? afterPaint() : Promise.resolve()).then(start)
