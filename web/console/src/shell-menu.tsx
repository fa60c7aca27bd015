import { clsx } from 'clsx'
import { hrefOf } from './base/address.ts'
import { pageGroups, pages, type PageGroup } from './base/pages.ts'
import { useOperator } from './base/use-operator.ts'

const groups = Object.keys(pageGroups) as PageGroup[]

interface ShellMenuProps {
  /** Of the page that is shown. */
  path: string
  onChoose?: () => void
}

/** The pages that the operator's role may open. */
export function ShellMenu({ path: current, onChoose }: ShellMenuProps) {
  const { may } = useOperator()
  const allowed = pages.filter(({ permission }) => may(permission))
  return (
    <nav aria-label="Страницы консоли" className="flex flex-col gap-5">
      {groups
        .filter((group) => allowed.some((page) => page.group === group))
        .map((group) => (
          <section key={group} aria-label={pageGroups[group]}>
            <h2 className="px-3 pb-1 text-caption text-ink-faint">{pageGroups[group]}</h2>
            <ul>
              {allowed
                .filter((page) => page.group === group)
                .map(({ path, title }) => (
                  <li key={path}>
                    <a
                      href={hrefOf(path)}
                      onClick={onChoose}
                      aria-current={path === current ? 'page' : undefined}
                      className={clsx(
                        'flex min-h-10 items-center rounded-control px-3 py-1.5 text-small transition pointer-coarse:min-h-11',
                        path === current
                          ? 'bg-pressed font-medium text-ink'
                          : 'text-ink-soft hover:bg-hover hover:text-ink'
                      )}
                    >
                      {title}
                    </a>
                  </li>
                ))}
            </ul>
          </section>
        ))}
    </nav>
  )
}
