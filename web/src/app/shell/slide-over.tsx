import { NavLink } from 'react-router-dom'
import { menuLinks } from '#contract/catalogue/menu.ts'
import { paths } from '../../base/paths.ts'
import { Dialog } from '../../base/ui/dialog.tsx'
import { AccountLinks } from './account-links.tsx'
import { SidebarMenu } from './sidebar-menu.tsx'
import { ThemeSwitch } from '../../base/page/theme-switch.tsx'

interface SlideOverProps {
  open: boolean
  onOpenChange: (open: boolean) => void
}

/** The menu of small screens. */
export function SlideOver({ open, onOpenChange }: SlideOverProps) {
  const close = () => onOpenChange(false)
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
        <AccountLinks onChoose={close} />
        <SidebarMenu withTopModels onChoose={close} />
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
        <ThemeSwitch />
      </div>
    </Dialog>
  )
}
