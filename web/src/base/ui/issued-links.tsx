// The links that a user has given away, each to be copied or revoked.
import type { ReactNode } from 'react'
import { clsx } from 'clsx'
import { Check, Copy } from 'lucide-react'
import { useSingleMutation } from '../form/use-single-mutation.ts'
import { formatDateTime } from '../format/dates.ts'
import { errorText } from '../http/error-text.ts'
import { Button } from './button.tsx'
import { notify } from './notify.ts'
import { Skeleton } from './skeleton.tsx'
import { LoadFailure } from './states.tsx'
import { useCopy } from './use-copy.ts'

interface IssuedLink {
  id: string
  /** Null: the address can be shown no more. */
  url: string | null
  /** Milliseconds since 1970. */
  created_at: number
}

interface IssuedLinksProps<Link> {
  /** Undefined while they are read. */
  links: readonly Link[] | undefined
  isError: boolean
  onRetry: () => void
  label: string
  /** What stands above a link's address. */
  captionOf: (link: Link) => string
  revoke: (link: Link) => Promise<unknown>
  /** What makes another link. If it came before the list, the list would push it away from under the pointer. */
  children: ReactNode
  /** The height of the children, as a class. */
  height: string
}

export function IssuedLinks<Link extends IssuedLink>(props: IssuedLinksProps<Link>) {
  const { links, isError, onRetry, label, captionOf, revoke, children, height } = props
  if (!links && !isError) return <Skeleton className={clsx('mt-5', height)} />
  return (
    <>
      {children}
      {!links && <LoadFailure what="ссылки" onRetry={onRetry} />}
      {links && links.length > 0 && (
        <ul aria-label={label} className="mt-5 flex flex-col gap-3">
          {links.map((link) => (
            <LinkRow key={link.id} link={link} caption={captionOf(link)} revoke={() => revoke(link)} />
          ))}
        </ul>
      )}
    </>
  )
}

interface LinkRowProps {
  link: IssuedLink
  caption: string
  revoke: () => Promise<unknown>
}

function LinkRow({ link, caption, revoke }: LinkRowProps) {
  const { copied, copy } = useCopy(link.url ?? '')
  const made = formatDateTime(link.created_at)
  const revoking = useSingleMutation({
    mutationFn: revoke,
    onSuccess: () => notify.success('Ссылка больше не работает'),
    onError: (error) => notify.error(errorText(error, 'Не удалось отозвать ссылку'))
  })
  return (
    <li className="rounded-card border border-line p-3">
      <p className="text-caption text-ink-soft">{caption}</p>
      {link.url === null ? (
        <p className="mt-1 text-small">Адрес показать уже нельзя, но у тех, кому вы его дали, он работает.</p>
      ) : (
        <input
          readOnly
          aria-label={`Ссылка от ${made}`}
          value={link.url}
          onFocus={(event) => event.target.select()}
          className="mt-1 w-full truncate rounded-small bg-sunken px-2 py-1.5 text-small"
        />
      )}
      <div className="mt-2 flex flex-wrap gap-2">
        {link.url !== null && (
          <Button
            size="small"
            variant="accent"
            icon={copied ? <Check size={16} aria-hidden /> : <Copy size={16} aria-hidden />}
            onClick={copy}
            aria-label={`Копировать ссылку от ${made}`}
          >
            {copied ? 'Скопировано' : 'Копировать'}
          </Button>
        )}
        <Button
          size="small"
          variant="danger"
          busy={revoking.isPending}
          onClick={() => revoking.start(undefined)}
          aria-label={`Отозвать ссылку от ${made}`}
        >
          Отозвать
        </Button>
      </div>
    </li>
  )
}
