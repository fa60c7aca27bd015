/**
 * Calls `open` on Ctrl+K or ⌘K, on whatever keyboard layout. A dialog that is open keeps the focus (base/ui/scroll-lock.ts); it is looked
 * for before the search itself, which these keys close, hears of them.
 */
export const onPaletteKey = (open: () => void): void =>
  document.addEventListener(
    'keydown',
    (event) => {
      const isKey = event.code === 'KeyK' && (event.ctrlKey || event.metaKey) && !event.altKey && !event.shiftKey
      if (!isKey) return
      event.preventDefault()
      if (document.documentElement.dataset.scrollLock === undefined) open()
    },
    true
  )
