// In the place of a tool that has no supplier yet.
import { Link } from 'react-router-dom'
import { menuGroups } from '#contract/catalogue/menu.ts'
import { useUnconnected } from '../session/unconnected.ts'
import { buttonClass } from '../ui/button.tsx'

/** The tools that work, those of the same kind first. */
function useWorking(path: string) {
  const isUnconnected = useUnconnected()
  const isHere = ({ items }: (typeof menuGroups)[number]) => items.some((item) => item.path === path)
  return [...menuGroups.filter(isHere), ...menuGroups.filter((group) => !isHere(group))]
    .flatMap(({ items }) => items)
    .filter((item) => !isUnconnected(item.path))
}

export function Unconnected({ path }: { path: string }) {
  const working = useWorking(path)
  return (
    <section className="mx-auto flex w-full max-w-text grow flex-col items-start justify-center gap-4 px-4 py-10 sm:px-8">
      <h2 className="text-heading font-semibold">Этот сервис ещё не подключён</h2>
      <p className="text-ink-soft">Страница откроется сама, когда он заработает. Ничего не списано.</p>
      {working.length > 0 && (
        <>
          <p className="text-small text-ink-faint">Сейчас работают:</p>
          <ul className="flex flex-wrap gap-2">
            {working.map(({ path: to, title }) => (
              <li key={to}>
                <Link to={to} className={buttonClass({ variant: 'secondary' })}>
                  {title}
                </Link>
              </li>
            ))}
          </ul>
        </>
      )}
    </section>
  )
}
