// What pages that are read through a link have in common: the link that no longer works, and the way to complain.
import type { ReactNode } from 'react'
import { Link2Off } from 'lucide-react'
import { EmptyState } from '../ui/states.tsx'
import { operator } from '../site-operator.ts'

interface BrokenLinkProps {
  /** What the link led to, for the page's heading. */
  heading: string
  /** Why it may have ended. */
  text: string
  action: ReactNode
}

export const BrokenLink = ({ heading, text, action }: BrokenLinkProps) => (
  <div className="m-auto">
    <h1 className="sr-only">{heading}</h1>
    <EmptyState icon={<Link2Off size={24} aria-hidden />} title="Ссылка не работает" text={text} action={action} />
  </div>
)

/**
 * A letter to the operator about the page that is open.
 * @param what in the accusative: "работу"
 */
export const complaintLink = (what: string) =>
  `mailto:${operator.supportEmail}?${new URLSearchParams({
    subject: `Жалоба на ${what} по ссылке`,
    body: window.location.href
  })
    .toString()
    .replaceAll('+', '%20')}`
