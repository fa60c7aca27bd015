// The first script. What is needed to run the rest comes in `start.tsx`, so that HTML from the build is painted before the
// scripts take the processor.
import { reloadOnMissingChunk } from './shell/missing-chunk.ts'

/** Frames come sooner, even on a slow phone; should none come, the page works all the same. */
const patienceMs = 2000

reloadOnMissingChunk()

let begun = false
function begin() {
  if (begun) return
  begun = true
  void import('./start.tsx')
}

// A hidden tab paints nothing.
if (document.querySelector('#root[data-prerendered]') && !document.hidden) {
  requestAnimationFrame(() => setTimeout(begin))
  setTimeout(begin, patienceMs)
} else begin()
