import { LockKeyhole } from 'lucide-react'
import { Link, useLocation } from 'react-router-dom'
import { registerPath } from '../links.ts'
import { useSignInPath } from '../session/return-path.ts'
import { buttonClass } from '../ui/button.tsx'

/** Shown to a visitor in place of a page for users. Signing in returns to the page, with its query. */
export function SignInPrompt({ title, text }: { title: string; text: string }) {
  const { pathname, search } = useLocation()
  return (
    <div className="m-auto flex max-w-md flex-col items-center px-4 py-20 text-center">
      <span className="grid size-14 place-items-center rounded-full bg-sunken text-ink-faint">
        <LockKeyhole size={24} aria-hidden />
      </span>
      <h1 className="mt-5 text-heading font-semibold">{title}</h1>
      <p className="mt-3 text-ink-soft">{text}</p>
      <div className="mt-8 flex flex-wrap justify-center gap-2">
        <Link to={useSignInPath()} className={buttonClass()}>
          Войти
        </Link>
        <Link to={registerPath(pathname + search)} className={buttonClass({ variant: 'secondary' })}>
          Зарегистрироваться
        </Link>
      </div>
    </div>
  )
}
