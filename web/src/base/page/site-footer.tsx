import { Link } from 'react-router-dom'
import { legalLinks } from '#contract/catalogue/menu.ts'
import { paths } from '../paths.ts'
import { openHelp } from '../ui/help-button.tsx'

export const SiteFooter = () => (
  <footer className="border-t border-line">
    <div className="mx-auto flex w-full max-w-page flex-col gap-5 px-4 py-8 text-caption text-ink-faint sm:px-8">
      <nav aria-label="Документы">
        <ul className="flex flex-wrap gap-x-6">
          {legalLinks.map(({ path, title }) => (
            <li key={path}>
              <Link to={path} className="inline-flex min-h-11 items-center transition hover:text-ink">
                {title}
              </Link>
            </li>
          ))}
          <li>
            <Link to={paths.api} className="inline-flex min-h-11 items-center transition hover:text-ink">
              API для программ
            </Link>
          </li>
          <li>
            <button type="button" onClick={() => openHelp()} className="min-h-11 transition hover:text-ink">
              Помощь
            </button>
          </li>
        </ul>
      </nav>
      <p>© 2024 Мощная AI Платформа. Все права защищены.</p>
    </div>
  </footer>
)
