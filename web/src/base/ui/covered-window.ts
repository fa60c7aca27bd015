// The keyboard on the screen. Most browsers make the window smaller for it, as `interactive-widget` in index.html asks; Safari lays it
// over the window, and may move the window up behind it. `--keyboard` says how much of the window it covers then, and `--above` how much is
// out of sight at the top: the style sheet keeps between them what stands at the edges.

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
  const { clientHeight } = document.documentElement
  const { visualViewport: shown } = window
  // Some versions of Safari count only what is in sight as the window.
  const windowHeight = Math.max(window.innerHeight, clientHeight)
  const covered = usersCount > 0 && shown ? coveredPx(windowHeight, shown) : 0
  // While the window is moved up, the keyboard may cover nothing of what is laid out.
  const above = usersCount > 0 && shown ? abovePx(windowHeight, shown) : 0
  put('--keyboard', covered)
  put('--above', above)
}

/** How many pixels of the window are out of sight above, because the browser has moved it up for the keyboard. */
function abovePx(
  windowHeight: number,
  { height, offsetTop, scale }: Pick<VisualViewport, 'height' | 'offsetTop' | 'scale'>
): number {
  return scale > 1.01 || windowHeight - height < keyboardMinPx ? 0 : Math.round(offsetTop)
}

function put(name: string, px: number): void {
  const { style } = document.documentElement
  if (px > 0) style.setProperty(name, `${px}px`)
  else style.removeProperty(name)
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
