// The first script. It loads the application (`start.tsx`) only after the browser has painted the prerendered HTML, because
// running the application would delay that paint.
import { reloadOnMissingChunk } from './shell/missing-chunk.ts'

/** How long to wait for the first frame. A slow phone needs less; without any frame the application starts anyway. */
const patienceMs = 2000

reloadOnMissingChunk()

let begun = false
function begin() {
  if (begun) return
  begun = true
  void import('./start.tsx')
}

// A hidden tab paints nothing, so it need not wait.
if (document.querySelector('#root[data-prerendered]') && !document.hidden) {
  requestAnimationFrame(() => setTimeout(begin))
  setTimeout(begin, patienceMs)
} else begin()
