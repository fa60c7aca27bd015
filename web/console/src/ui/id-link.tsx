import { hrefOf } from '../base/address.ts'

interface IdLinkProps {
  /** The page that shows it. */
  to: '/people' | '/payments' | '/jobs' | '/premium'
  id: string
  /** Instead of the id. */
  children?: string
  className?: string
}

/** The id of a person, a payment or a job, which leads to it. */
export const IdLink = ({ to, id, children = id, className = 'break-all underline' }: IdLinkProps) => (
  <a href={hrefOf(to, id)} className={className}>
    {children}
  </a>
)
