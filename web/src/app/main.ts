// The first script, and on a page that is only read the only one. It decides when to load the application (`start.tsx`).
import { onPaletteKey } from './start/palette-key.ts'
import { sendOnKey } from './start/send-on-key.ts'
import { afterPaint, startWhenUsed } from './start/when-used.ts'
import { keepFromFiles } from '../base/page/carried-files.ts'
import { reloadOnMissingChunk } from '../base/page/missing-chunk.ts'

declare global {
  interface Window {
    /**
     * Of public/before-paint.js, where a deploy has not left an older one.
     * @param goOn keeps what is done until it is done over, in its order; else nothing more is kept
     * @returns does over what was kept, once
     */
    takeEarly?: (goOn: boolean) => () => void
  }
}

reloadOnMissingChunk()
keepFromFiles()

// Those of dialogs that a reload has closed: src/base/ui/layer-entries.ts.
const over = window.history.state?.over
if (over) window.history.go(-over)

const load = () => import('./start.tsx')

/** Resolves when the page answers to events. */
const start = async () => (await load()).pageAnswers

const prerendered = document.querySelector<HTMLElement>('#root[data-prerendered]')
const isStill = prerendered?.dataset.prerendered === 'still'
const repeatEarly = window.takeEarly?.(isStill)
const begin = isStill ? startWhenUsed(start, repeatEarly) : null
if (!begin) void (prerendered ? afterPaint() : Promise.resolve()).then(start).then(repeatEarly)

sendOnKey()

// The search for everything may be the first that is used.
onPaletteKey(
  (typed) => {
    begin?.()
    const open = async () => {
      await start()
      const { openPalette } = await load()
      if (typed.isWanted()) await openPalette(typed)
    }
    // Keys are not kept for what cannot be loaded.
    void open().catch(typed.cancel)
  },
  () => {
    void load().then(
      ({ closePalette }) => closePalette(),
      () => undefined
    )
  }
)
