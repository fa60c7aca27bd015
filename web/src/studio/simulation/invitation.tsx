import { Link } from 'react-router-dom'
import { freeTokens } from '#contract/catalogue/plans.ts'
import { formatTokens } from '../../base/format/tokens.ts'
import { registerPath, signInPath } from '../../base/paths.ts'
import { buttonClass } from '../../base/ui/button.tsx'

/** Under an example: how to get the real thing. What is set on the page is still there afterwards. */
export const Invitation = ({ path }: { path: string }) => (
  <section
    aria-label="Приглашение"
    className="flex flex-wrap items-center gap-3 rounded-card bg-sunken p-4 text-small sm:p-5"
  >
    <p className="grow basis-64">
      <span className="block font-medium">Это пример. Ваш результат будет по вашему описанию</span>
      <span className="mt-0.5 block text-ink-soft">
        За регистрацию дарим {formatTokens(freeTokens)}. Настройки сохранятся.
      </span>
    </p>
    <Link to={registerPath(path)} className={buttonClass()}>
      Зарегистрироваться
    </Link>
    <Link to={signInPath(path)} className={buttonClass({ variant: 'ghost' })}>
      Войти
    </Link>
  </section>
)
