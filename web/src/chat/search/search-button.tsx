import { lazy, Suspense, useEffect, useState } from 'react'
import { Search } from 'lucide-react'
import { buttonClass } from '../../base/ui/button.tsx'

const SearchDialog = lazy(async () => ({ default: (await import('./search-dialog.tsx')).SearchDialog }))

/** Opens the search, also by Ctrl+K, or ⌘K, on whatever keyboard layout. */
export function SearchButton() {
  const [open, setOpen] = useState(false)
  const [wasOpened, setWasOpened] = useState(false)
  const show = () => {
    setWasOpened(true)
    setOpen(true)
  }

  useEffect(() => {
    function onKeyDown(event: KeyboardEvent) {
      const isShortcut = event.code === 'KeyK' && (event.ctrlKey || event.metaKey) && !event.altKey && !event.shiftKey
      // Another dialog is open: it keeps the focus.
      if (!isShortcut || document.querySelector('[data-scroll-lock]')) return
      event.preventDefault()
      show()
    }
    document.addEventListener('keydown', onKeyDown)
    return () => document.removeEventListener('keydown', onKeyDown)
  }, [])

  return (
    <>
      <button
        type="button"
        aria-label="Поиск по чатам"
        aria-keyshortcuts="Control+K Meta+K"
        title="Поиск по чатам (Ctrl+K)"
        onClick={show}
        className={buttonClass({ variant: 'ghost', className: 'px-3' })}
      >
        <Search size={19} aria-hidden />
        <span className="hidden lg:inline">Поиск</span>
      </button>
      {wasOpened && (
        <Suspense>
          <SearchDialog open={open} onOpenChange={setOpen} />
        </Suspense>
      )}
    </>
  )
}
