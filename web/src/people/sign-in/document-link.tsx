import type { ReactNode } from 'react'
import { Link } from 'react-router-dom'

/** Opens in a new tab, so that what the user typed into the form stays. */
export const DocumentLink = ({ to, children }: { to: string; children: ReactNode }) => (
  <Link to={to} target="_blank" className="underline decoration-line-strong underline-offset-3 hover:text-ink">
    {children}
  </Link>
)
