import { lazy, Suspense, useEffect } from 'react'
import { clsx } from 'clsx'
import { Search } from 'lucide-react'
import { controlClass } from '../../base/ui/field.tsx'
import { iconButtonClass } from '../../base/ui/icon-button.tsx'
import { isScrollLocked } from '../../base/ui/scroll-lock.ts'
import { useLateDialog } from '../../base/ui/use-late-dialog.ts'
import { useIsFromBuild, useUsersOnly } from '../../base/page/from-build.ts'
import { pageEvent } from '../../base/storage/page-store.ts'

const wanted = pageEvent()

/** For buttons that stand outside the page, such as in the list of chats. */
export const showSearch = (): void => wanted.tell()

const SearchDialog = lazy(async () => ({ default: (await import('./search-dialog.tsx')).SearchDialog }))

/** The search, which Ctrl+K or ⌘K opens too, on whatever keyboard layout; for users, also while the page still asks who they are. */
export function useSearchDialog(isWanted: boolean) {
  const { open, setOpen, wasOpened, show } = useLateDialog()

  useEffect(() => wanted.on(show), [show])
  useEffect(() => {
    if (!isWanted) return
    function onKeyDown(event: KeyboardEvent) {
      const isShortcut = event.code === 'KeyK' && (event.ctrlKey || event.metaKey) && !event.altKey && !event.shiftKey
      if (!isShortcut) return
      event.preventDefault()
      // A dialog that is open keeps the focus.
      if (!isScrollLocked()) show()
    }
    document.addEventListener('keydown', onKeyDown)
    return () => document.removeEventListener('keydown', onKeyDown)
  }, [isWanted, show])

  const dialog = isWanted && wasOpened && (
    <Suspense>
      <SearchDialog open={open} onOpenChange={setOpen} />
    </Suspense>
  )
  const isFromBuild = useIsFromBuild()
  return { show: isWanted || isFromBuild ? show : null, dialog }
}

const shared = {
  'aria-keyshortcuts': 'Control+K Meta+K',
  title: 'Поиск по чатам (Ctrl+K)'
} as const

/** In the bar of the page, where the list of chats, which has it too, is folded. */
export const SearchButton = ({ onClick }: { onClick: () => void }) => (
  <button
    type="button"
    {...shared}
    aria-label="Поиск по чатам"
    onClick={onClick}
    className={iconButtonClass(
      'medium',
      clsx('max-lg:hidden lg:not-in-data-[chats-panel=closed]:hidden', useUsersOnly())
    )}
  >
    <Search size={19} aria-hidden />
  </button>
)

/** Above the list of past conversations; it looks like the field that it opens. */
export const SearchFieldButton = ({ onClick }: { onClick: () => void }) => (
  <button
    type="button"
    {...shared}
    onClick={onClick}
    className={clsx(
      controlClass,
      'flex h-10 shrink-0 items-center gap-2 px-3 text-small! text-ink-faint!',
      useUsersOnly()
    )}
  >
    <Search size={16} aria-hidden />
    Поиск по чатам
    <kbd aria-hidden className="ml-auto font-sans text-caption pointer-coarse:hidden">
      Ctrl K
    </kbd>
  </button>
)
