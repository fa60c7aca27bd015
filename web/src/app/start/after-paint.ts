/** How long to wait for the first frame. A slow phone needs less; without any frame the application starts anyway. */
const patienceMs = 2000

/** Resolves when the browser has painted the document, which running the application would delay. */
export const afterPaint = (): Promise<void> =>
  new Promise((resolve) => {
    // A hidden tab paints nothing, so it need not wait.
    if (document.hidden) return resolve()
    requestAnimationFrame(() => setTimeout(resolve))
    setTimeout(resolve, patienceMs)
  })
