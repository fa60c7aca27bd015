// The keyboard on the screen. Most browsers make the window smaller for it, as `interactive-widget` in index.html asks; Safari lays it
// over the window. `--keyboard` says how much of the window it covers then: the style sheet keeps above it what stands at the edge.

/** A bar of the browser covers less, a keyboard more. */
const keyboardMinPx = 100

/**
 * @param windowHeight of the window as the page is laid out, in CSS pixels
 * @param shown the part of it that the user sees
 * @returns how many pixels the keyboard covers; 0 while the user has zoomed in, when the rest is out of sight for another reason
 */
export function coveredPx(windowHeight: number, shown: Pick<VisualViewport, 'height' | 'offsetTop' | 'scale'>): number {
  const covered = windowHeight - shown.height - shown.offsetTop
  return shown.scale > 1.01 || covered < keyboardMinPx ? 0 : Math.round(covered)
}

let usersCount = 0

function showCovered(): void {
  const { style } = document.documentElement
  const covered = usersCount > 0 && window.visualViewport ? coveredPx(window.innerHeight, window.visualViewport) : 0
  if (covered > 0) style.setProperty('--keyboard', `${covered}px`)
  else style.removeProperty('--keyboard')
}

/** Keeps `--keyboard` right. @returns what ends that */
export function follow(): () => void {
  const { visualViewport } = window
  usersCount += 1
  showCovered()
  for (const event of ['resize', 'scroll']) visualViewport?.addEventListener(event, showCovered)
  return () => {
    usersCount -= 1
    if (usersCount > 0) return
    for (const event of ['resize', 'scroll']) visualViewport?.removeEventListener(event, showCovered)
    showCovered()
  }
}
