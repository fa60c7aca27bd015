import { clsx } from 'clsx'
import { NavLink } from 'react-router-dom'
import { menuGroups, topModelsGroup, type MenuGroup, type MenuItem } from '#contract/catalogue/menu.ts'
import { Badge } from '../ui/badge.tsx'
import type { Badges } from '../session/menu-badges.ts'

interface MenuActs {
  onChoose?: () => void
  /** In place of the menu's own. */
  badges?: Badges
}

interface SidebarMenuProps extends MenuActs {
  /** Adds the newest model above the groups, for small screens. */
  withTopModels?: boolean
}

export function SidebarMenu({ withTopModels, ...menu }: SidebarMenuProps) {
  const groups = withTopModels ? [topModelsGroup, ...menuGroups] : menuGroups
  return (
    <nav data-tools aria-label="Инструменты" className="flex flex-col gap-5">
      {groups.map((group) => (
        <Group key={group.id} group={group} {...menu} />
      ))}
    </nav>
  )
}

function Group({ group, ...menu }: { group: MenuGroup } & MenuActs) {
  const headingId = `menu-${group.id}`
  return (
    <section aria-labelledby={headingId}>
      <h2 id={headingId} className="px-3 pb-1 text-caption text-ink-faint">
        {group.title}
      </h2>
      <ul>
        {group.items.map((item) => (
          <li key={item.path}>
            <Item item={item} fresh={group.id === 'top'} {...menu} />
          </li>
        ))}
      </ul>
    </section>
  )
}

interface ItemProps extends MenuActs {
  item: MenuItem
  fresh: boolean
}

const Item = ({ item, fresh, onChoose, badges }: ItemProps) => (
  <NavLink
    to={item.path}
    onClick={onChoose}
    className={({ isActive }) =>
      clsx(
        'flex min-h-10 items-center justify-between gap-2 rounded-control px-3 py-1.5 text-small leading-tight transition pointer-coarse:min-h-11',
        isActive ? 'bg-pressed font-medium text-ink' : 'text-ink-soft hover:bg-hover hover:text-ink'
      )
    }
  >
    <span>{item.title}</span>
    {fresh ? (
      <Badge tone="accent">{item.badge}</Badge>
    ) : (
      <span className="shrink-0 text-caption font-normal opacity-85">{badges?.[item.path] ?? item.badge}</span>
    )}
  </NavLink>
)
