// The first script. What is needed to run the rest comes in `start.tsx`, so that HTML from the build is painted before the
// scripts take the processor.
import { reloadOnMissingChunk } from './missing-chunk.ts'

/** A hidden tab paints nothing: there it begins after this. */
const patienceMs = 300

reloadOnMissingChunk()

let begun = false
function begin() {
  if (begun) return
  begun = true
  void import('./start.tsx')
}

if (document.querySelector('#root[data-prerendered]')) {
  requestAnimationFrame(() => setTimeout(begin))
  setTimeout(begin, patienceMs)
} else begin()
