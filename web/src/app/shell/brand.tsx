import { clsx } from 'clsx'
import { Link } from 'react-router-dom'
import { paths } from '../../base/paths.ts'

/** Logo and name, as a link to the home page. */
export const Brand = ({ nameClass }: { nameClass?: string | undefined }) => (
  <Link to={paths.home} className="flex h-11 min-w-0 items-center gap-2.5 rounded-control font-semibold tracking-tight">
    <BrandMark />
    <span className={clsx('truncate', nameClass)}>Мощная AI Платформа</span>
  </Link>
)

const BrandMark = () => (
  <svg viewBox="0 0 28 28" className="size-7 shrink-0" aria-hidden>
    <rect width="28" height="28" rx="8" className="fill-ink" />
    <path
      d="M7.5 20.5 14 7.5l6.5 13"
      fill="none"
      strokeWidth="2.4"
      className="stroke-on-ink"
      strokeLinecap="round"
      strokeLinejoin="round"
    />
    <circle cx="14" cy="17.4" r="2.1" className="fill-accent" />
  </svg>
)
