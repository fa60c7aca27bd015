import { Coins, Images, LifeBuoy, LogOut, Search, UserRound } from 'lucide-react'
import type { ReactNode } from 'react'
import { NavLink } from 'react-router-dom'
import { menuLinks } from '#contract/catalogue/menu.ts'
import { formatTokens } from '../../base/format/tokens.ts'
import { useBadges } from '../../base/session/menu-badges.ts'
import { openPalette } from '../../base/page/palette.ts'
import { SidebarMenu } from '../../base/page/sidebar-menu.tsx'
import { ThemeSwitch } from '../../base/page/theme-switch.tsx'
import { paths } from '../../base/paths.ts'
import { useSignInPath } from '../../base/session/return-path.ts'
import { useSession } from '../../base/session/session.tsx'
import { Dialog } from '../../base/ui/dialog.tsx'
import { openHelp } from '../../base/ui/help-button.tsx'
import { useLeaving } from './use-leaving.ts'

const itemClass =
  'flex min-h-11 w-full items-center gap-3 rounded-control px-3 text-left text-small text-ink-soft transition hover:bg-hover hover:text-ink aria-[current=page]:bg-pressed aria-[current=page]:text-ink'

/** The account, for pages whose own bar leaves no room for it on phones. */
function AccountLinks({ onChoose }: { onChoose: () => void }) {
  const { user, status, ...session } = useSession()
  const signIn = useSignInPath()
  const leave = useLeaving()
  const entry = (path: string, icon: ReactNode, title: string) => (
    <li>
      <NavLink to={path} end onClick={onChoose} className={itemClass}>
        {icon}
        <span>{title}</span>
      </NavLink>
    </li>
  )
  if (status === 'loading') return null
  const unread = 'unread' in session && session.unread
  return (
    <nav aria-label="Аккаунт" className="mb-5 md:hidden">
      <ul>
        {status === 'signed-out' ? (
          entry(signIn, <UserRound size={18} aria-hidden />, 'Войти')
        ) : (
          <>
            {entry(
              paths.subscription,
              <Coins size={18} aria-hidden />,
              unread ? 'Баланс' : formatTokens(user?.tokens ?? 0)
            )}
            {entry(paths.library, <Images size={18} aria-hidden />, 'Мои работы')}
            {entry(paths.profile, <UserRound size={18} aria-hidden />, 'Профиль')}
            <li>
              <Item
                icon={<LogOut size={18} aria-hidden />}
                title="Выйти"
                onClick={() => {
                  onChoose()
                  void leave()
                }}
              />
            </li>
          </>
        )}
      </ul>
    </nav>
  )
}

interface ItemProps {
  icon: ReactNode
  title: string
  onClick: () => void
}

const Item = ({ icon, title, onClick }: ItemProps) => (
  <button type="button" onClick={onClick} className={itemClass}>
    {icon}
    <span>{title}</span>
  </button>
)

interface SlideOverProps {
  open: boolean
  onOpenChange: (open: boolean) => void
}

/** The menu of small screens. */
export function SlideOver({ open, onOpenChange }: SlideOverProps) {
  const badges = useBadges()
  const close = () => onOpenChange(false)
  const instead = (show: () => void) => () => {
    close()
    show()
  }
  return (
    <Dialog
      open={open}
      onOpenChange={onOpenChange}
      side="left"
      title="Меню"
      closeLabel="Закрыть меню"
      className="flex flex-col lg:hidden"
    >
      <div className="grow overflow-y-auto overscroll-contain px-3 pb-4">
        <Item icon={<Search size={18} aria-hidden />} title="Поиск" onClick={instead(() => openPalette())} />
        <AccountLinks onChoose={close} />
        <SidebarMenu withTopModels onChoose={close} badges={badges} />
      </div>
      <div className="flex flex-col gap-3 border-t border-line p-3">
        <nav aria-label="Разделы" className="grid grid-cols-3 gap-1">
          {[{ path: paths.home, title: 'Главная' }, ...menuLinks].map(({ path, title }) => (
            <NavLink
              key={path}
              to={path}
              onClick={close}
              end
              className="flex h-11 items-center rounded-control px-3 text-small text-ink-soft hover:bg-hover aria-[current=page]:bg-pressed aria-[current=page]:text-ink"
            >
              {title}
            </NavLink>
          ))}
        </nav>
        <Item icon={<LifeBuoy size={18} aria-hidden />} title="Помощь" onClick={instead(() => openHelp())} />
        <ThemeSwitch />
      </div>
    </Dialog>
  )
}
