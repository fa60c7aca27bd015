// The tools beside a page with its own bar: a rail whose groups open, or on very wide windows the whole menu, as the user has left it.
// Both are in the HTML of the build, where links to all tools are followed; style sheets show one of them.
import { type ReactNode, use } from 'react'
import { clsx } from 'clsx'
import {
  AudioLines,
  Check,
  ChevronsRight,
  Clapperboard,
  GraduationCap,
  Image,
  type LucideIcon,
  MessageSquareText,
  Sun,
  Tag,
  WandSparkles
} from 'lucide-react'
import { DropdownMenu } from 'radix-ui'
import { Link, useLocation } from 'react-router-dom'
import { menuGroups, menuLinks, type MenuGroup } from '#contract/catalogue/menu.ts'
import { useUnconnected } from '../session/unconnected.ts'
import { IconButton, iconButtonClass } from '../ui/icon-button.tsx'
import { Menu, MenuItem, menuItemClass } from '../ui/menu.tsx'
import { setFold } from './folds.ts'
import { useBadges } from '../session/menu-badges.ts'
import { SidebarMenu } from './sidebar-menu.tsx'
import { SiteMenu } from './site-menu.ts'
import { setTheme, themes, ThemeSwitch, useTheme } from './theme-switch.tsx'

const icons: Readonly<Record<string, LucideIcon>> = {
  text: MessageSquareText,
  image: Image,
  'image-processing': WandSparkles,
  audio: AudioLines,
  video: Clapperboard,
  '/learning': GraduationCap,
  '/pricing': Tag
}

const iconOf = (name: string): ReactNode => {
  const Icon = icons[name]
  return Icon && <Icon size={20} aria-hidden />
}

export const ToolsRail = () => (
  <>
    <Rail />
    <WholeMenu />
  </>
)

function Rail() {
  const parts = use(SiteMenu)
  return (
    <aside
      aria-label="Меню"
      className="sticky top-0 hidden h-dvh w-15 not-in-data-[cookie-notice=read]:pb-11 shrink-0 flex-col items-center border-r border-line lg:flex xl:in-data-[tools-menu=open]:hidden"
    >
      <div className="flex h-15 shrink-0 items-center">{parts?.mark}</div>
      <div className="self-contained flex w-full grow flex-col items-center overflow-y-auto py-2">
        <nav aria-label="Инструменты">
          <ul className="flex flex-col gap-1">
            {menuGroups.map((group) => (
              <li key={group.id}>
                <GroupMenu group={group} />
              </li>
            ))}
          </ul>
        </nav>
        <nav aria-label="Разделы" className="mt-auto pt-2">
          <ul className="flex flex-col gap-1">
            {menuLinks.map(({ path, title }) => (
              <li key={path}>
                <Link to={path} aria-label={title} title={title} className={iconButtonClass()}>
                  {iconOf(path)}
                </Link>
              </li>
            ))}
          </ul>
        </nav>
        <ThemeMenu />
        <IconButton
          label="Развернуть меню"
          icon={<ChevronsRight size={20} />}
          data-fold="unfold-tools"
          onClick={() => setFold('tools', true, 'fold-tools')}
          className="max-xl:hidden"
        />
      </div>
    </aside>
  )
}

/** The tools of a group, with their badges. */
function GroupMenu({ group }: { group: MenuGroup }) {
  const { pathname } = useLocation()
  const badges = useBadges()
  const isUnconnected = useUnconnected()
  const items = group.items.filter(({ path }) => !isUnconnected(path))
  const isHere = group.items.some(({ path }) => path === pathname)
  if (items.length === 0) return null
  return (
    <Menu
      side="right"
      trigger={
        <IconButton
          label={group.title}
          icon={iconOf(group.id)}
          aria-current={isHere ? 'true' : undefined}
          className="aria-[current=true]:bg-pressed aria-[current=true]:text-ink data-[state=open]:bg-hover"
        />
      }
    >
      <p className="px-3 pt-1.5 pb-1 text-caption text-ink-faint">{group.title}</p>
      {items.map(({ path, title, badge }) => (
        <DropdownMenu.Item key={path} asChild>
          <Link to={path} aria-current={path === pathname ? 'page' : undefined} className={menuItemClass}>
            <span className={clsx('grow', path === pathname && 'font-medium')}>{title}</span>
            <span className="text-caption text-ink-faint">{badges[path] ?? badge}</span>
          </Link>
        </DropdownMenu.Item>
      ))}
    </Menu>
  )
}

function ThemeMenu() {
  const current = useTheme()
  return (
    <Menu
      side="right"
      align="end"
      trigger={<IconButton label="Оформление" icon={<Sun size={20} />} className="my-1" />}
    >
      {themes.map(({ theme, label, icon: Icon }) => (
        <MenuItem
          key={theme}
          // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- an item of a menu
          role="menuitemradio"
          aria-checked={theme === current}
          icon={<Icon size={16} />}
          onSelect={() => setTheme(theme)}
        >
          <span className="grow">{label}</span>
          <Check size={16} aria-hidden className={theme === current ? '' : 'invisible'} />
        </MenuItem>
      ))}
    </Menu>
  )
}

function WholeMenu() {
  const parts = use(SiteMenu)
  return (
    <aside
      aria-label="Меню"
      className="sticky top-0 hidden h-dvh w-(--sidebar-width) not-in-data-[cookie-notice=read]:pb-11 shrink-0 flex-col border-r border-line xl:in-data-[tools-menu=open]:flex"
    >
      <div className="flex h-15 shrink-0 items-center justify-between gap-2 pr-2 pl-4">
        <div className="min-w-0">{parts?.brand}</div>
        <IconButton
          label="Свернуть меню"
          icon={<ChevronsRight size={20} className="rotate-180" />}
          data-fold="fold-tools"
          onClick={() => setFold('tools', false, 'unfold-tools')}
        />
      </div>
      <div className="self-contained grow overflow-y-auto px-3 py-4">
        <SidebarMenu badges={useBadges()} />
      </div>
      <div className="self-contained flex flex-col gap-2 border-t border-line p-3">
        <nav aria-label="Разделы" className="flex gap-1">
          {menuLinks.map(({ path, title }) => (
            <Link
              key={path}
              to={path}
              className="flex h-10 items-center rounded-control px-3 text-small text-ink-soft transition hover:bg-hover hover:text-ink"
            >
              {title}
            </Link>
          ))}
        </nav>
        <ThemeSwitch />
      </div>
    </aside>
  )
}
