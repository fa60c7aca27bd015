// In the place of a tool that has no supplier yet.
import { Link } from 'react-router-dom'
import { menuGroups } from '#contract/catalogue/menu.ts'
import { useUnconnected } from '../session/unconnected.ts'
import { buttonClass } from '../ui/button.tsx'

/** Says so, and leads to the tools that work. */
export function Unconnected() {
  const isUnconnected = useUnconnected()
  const working = menuGroups.flatMap(({ items }) => items).filter(({ path }) => !isUnconnected(path))
  return (
    <section className="mx-auto flex w-full max-w-text grow flex-col justify-center gap-4 px-4 py-10">
      <h2 className="text-heading font-semibold">Этот сервис ещё не подключён</h2>
      <p className="text-ink-soft">Страница откроется сама, когда он заработает. Сейчас работают:</p>
      <ul className="flex flex-wrap gap-2">
        {working.map(({ path, title }) => (
          <li key={path}>
            <Link to={path} className={buttonClass({ variant: 'secondary' })}>
              {title}
            </Link>
          </li>
        ))}
      </ul>
    </section>
  )
}
