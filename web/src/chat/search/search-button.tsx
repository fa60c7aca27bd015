import { clsx } from 'clsx'
import { Search } from 'lucide-react'
import { useIsFromBuild, useUsersOnly } from '../../base/page/from-build.ts'
import { openPalette } from '../../base/page/palette.ts'
import { useSession } from '../../base/session/session.tsx'
import { controlClass } from '../../base/ui/field.tsx'
import { iconButtonClass } from '../../base/ui/icon-button.tsx'

/** In chats alone. */
export const openSearch = () => openPalette(true)

/** What opens the search in chats: for users, also while the page still asks who they are; null for visitors. */
export function useChatSearch(): (() => void) | null {
  const isUser = useSession().status !== 'signed-out'
  return useIsFromBuild() || isUser ? openSearch : null
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
