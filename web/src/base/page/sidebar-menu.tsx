import { clsx } from 'clsx'
import { NavLink } from 'react-router-dom'
import { menuGroups, topModelsGroup, type MenuGroup, type MenuItem } from '#contract/catalogue/menu.ts'
import { Badge } from '../ui/badge.tsx'

interface SidebarMenuProps {
  /** Adds the newest model above the groups, for small screens. */
  withTopModels?: boolean
  onChoose?: () => void
}

export function SidebarMenu({ withTopModels, onChoose }: SidebarMenuProps) {
  const groups = withTopModels ? [topModelsGroup, ...menuGroups] : menuGroups
  return (
    <nav aria-label="Инструменты" className="flex flex-col gap-5">
      {groups.map((group) => (
        <Group key={group.id} group={group} onChoose={onChoose} />
      ))}
    </nav>
  )
}

function Group({ group, onChoose }: { group: MenuGroup; onChoose: (() => void) | undefined }) {
  const headingId = `menu-${group.id}`
  return (
    <section aria-labelledby={headingId}>
      <h2 id={headingId} className="px-3 pb-1 text-caption text-ink-faint">
        {group.title}
      </h2>
      <ul>
        {group.items.map((item) => (
          <li key={item.path}>
            <Item item={item} fresh={group.id === 'top'} onChoose={onChoose} />
          </li>
        ))}
      </ul>
    </section>
  )
}

interface ItemProps {
  item: MenuItem
  fresh: boolean
  onChoose: (() => void) | undefined
}

const Item = ({ item, fresh, onChoose }: ItemProps) => (
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
      <span className="shrink-0 text-caption font-normal opacity-85">{item.badge}</span>
    )}
  </NavLink>
)
