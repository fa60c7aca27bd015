import { Link } from 'react-router-dom'
import { paths } from '../paths.ts'
import { buttonClass } from '../ui/button.tsx'
import { HelpButton } from '../ui/help-button.tsx'

export const Page = () => (
  <div className="m-auto flex flex-col items-center px-4 py-20 text-center">
    <p className="text-display font-semibold text-accent">404</p>
    <h1 lang="en" className="mt-2 text-heading font-semibold">
      Oops! Page not found
    </h1>
    <p className="mt-3 max-w-md text-ink-soft">Такой страницы нет: возможно, в адресе опечатка.</p>
    <div className="mt-8 flex flex-wrap justify-center gap-2">
      <Link to={paths.home} className={buttonClass()}>
        На главную
      </Link>
      <HelpButton about={{ what: 'Страница не найдена' }} size="medium" />
    </div>
  </div>
)
