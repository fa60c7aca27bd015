/**
 * Calls `listener` when the user comes back to the page, or its network does. A phone lets a page out of sight run for seconds only, and
 * closes its connections without telling it.
 * @returns what ends that
 */
export function onReturn(listener: () => void): () => void {
  const over = new AbortController()
  const { signal } = over
  const tell = () => {
    if (!document.hidden) listener()
  }
  document.addEventListener('visibilitychange', tell, { signal })
  // The browser had frozen the page, or kept it for «назад».
  document.addEventListener('resume', tell, { signal })
  window.addEventListener('pageshow', tell, { signal })
  window.addEventListener('online', tell, { signal })
  return () => over.abort()
}
