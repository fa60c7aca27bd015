import { CreditCard, Images, LifeBuoy, LogOut, Search, Settings, UserRound } from 'lucide-react'
import { useNavigate } from 'react-router-dom'
import { useSession } from '../../base/session/session.tsx'
import { formatTokens } from '../../base/format/tokens.ts'
import { openPalette } from '../../base/page/palette.ts'
import { paths } from '../../base/paths.ts'
import { openHelp } from '../../base/ui/help-button.tsx'
import { IconButton } from '../../base/ui/icon-button.tsx'
import { Menu, MenuItem, MenuSeparator } from '../../base/ui/menu.tsx'
import { useLeaving } from './use-leaving.ts'

export function UserMenu() {
  const { user } = useSession()
  const navigate = useNavigate()
  const leave = useLeaving()
  return (
    <Menu align="end" trigger={<IconButton label="Меню пользователя" icon={<UserRound size={20} />} />}>
      <div className="px-3 py-2">
        <p className="max-w-56 truncate text-small font-medium">{user?.email ?? 'Пользователь'}</p>
        <p className="text-caption text-ink-faint tabular-nums">{formatTokens(user?.tokens ?? 0)}</p>
      </div>
      <MenuSeparator />
      <MenuItem icon={<Search size={18} />} onSelect={() => openPalette()}>
        <span className="grow">Поиск</span>
        <kbd aria-hidden className="font-sans text-caption text-ink-faint pointer-coarse:hidden">
          Ctrl K
        </kbd>
      </MenuItem>
      <MenuItem icon={<Images size={18} />} onSelect={() => void navigate(paths.library)}>
        Мои работы
      </MenuItem>
      <MenuItem icon={<CreditCard size={18} />} onSelect={() => void navigate(paths.subscription)}>
        Моя подписка
      </MenuItem>
      <MenuItem icon={<Settings size={18} />} onSelect={() => void navigate(paths.profile)}>
        Профиль
      </MenuItem>
      <MenuItem icon={<LifeBuoy size={18} />} onSelect={() => openHelp()}>
        Помощь
      </MenuItem>
      <MenuItem icon={<LogOut size={18} />} onSelect={() => void leave()}>
        Выйти
      </MenuItem>
    </Menu>
  )
}
