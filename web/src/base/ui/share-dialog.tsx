// The dialog that makes links to something of the user's, and shows those that were made, each to be copied or revoked.
import { type ReactNode, useState } from 'react'
import { type QueryKey, useQuery, useQueryClient, type UseQueryOptions } from '@tanstack/react-query'
import { clsx } from 'clsx'
import { Check, Copy, Link2 } from 'lucide-react'
import { useSingleMutation } from '../form/use-single-mutation.ts'
import { formatDateTime } from '../format/dates.ts'
import { isNotFound } from '../http/api-error.ts'
import { errorText } from '../http/error-text.ts'
import { sharesKey } from '../http/query-keys.ts'
import { newOperationId } from '../storage/operation-id.ts'
import { Button } from './button.tsx'
import { Dialog } from './dialog.tsx'
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

interface LinksProps<Link extends IssuedLink, Key extends QueryKey> {
  /** Of the list of links. */
  label: string
  query: UseQueryOptions<Link[], Error, Link[], Key>
  /** What stands above a link's address. */
  captionOf: (link: Link) => string
  /** @param operationId the same for a repetition of one request */
  make: (operationId: string) => Promise<unknown>
  revoke: (link: Link) => Promise<unknown>
  /** What is chosen for the next link: another choice is another request. */
  terms?: string
  /** The controls of that choice. */
  children?: ReactNode
  /** The height of these controls with the button, as a class. */
  height: string
}

interface ShareDialogProps<Link extends IssuedLink, Key extends QueryKey> extends LinksProps<Link, Key> {
  open: boolean
  onClose: () => void
  title: string
  description: ReactNode
  /** What a link shows to whom. */
  notes: readonly string[]
}

export const ShareDialog = <Link extends IssuedLink, Key extends QueryKey>({
  open,
  onClose,
  title,
  description,
  notes,
  ...links
}: ShareDialogProps<Link, Key>) => (
  <Dialog open={open} onOpenChange={(isOpen) => !isOpen && onClose()} title={title} description={description}>
    <ul className="mt-4 flex list-disc flex-col gap-1 pl-5 text-small text-ink-soft">
      {notes.map((note) => (
        <li key={note}>{note}</li>
      ))}
    </ul>
    <Links {...links} />
  </Dialog>
)

function Links<Link extends IssuedLink, Key extends QueryKey>(props: LinksProps<Link, Key>) {
  const { label, query, captionOf, make, revoke, terms, children, height } = props
  const queries = useQueryClient()
  const reread = () => queries.invalidateQueries({ queryKey: sharesKey })
  // A click that is repeated because its answer was lost gets the same link.
  const [operation, setOperation] = useState({ id: newOperationId(), of: terms })
  if (operation.of !== terms) setOperation({ id: newOperationId(), of: terms })
  const { data: links, isError, refetch } = useQuery(query)
  const making = useSingleMutation({
    mutationFn: () => make(operation.id).then(reread),
    onSuccess: () => setOperation({ id: newOperationId(), of: terms }),
    onError: (error) => notify.error(errorText(error, 'Не удалось создать ссылку'))
  })
  if (!links && !isError) return <Skeleton className={clsx('mt-5', height)} />
  return (
    <>
      {/* If the button came after the list, the list would push it away from under the pointer. */}
      <div className="mt-5 flex flex-col gap-4">
        {children}
        <Button
          variant={links?.length ? 'secondary' : 'primary'}
          icon={<Link2 size={18} aria-hidden />}
          busy={making.isPending}
          onClick={() => making.start()}
        >
          {links?.length ? 'Новая ссылка' : 'Создать ссылку'}
        </Button>
      </div>
      {!links && <LoadFailure what="ссылки" onRetry={() => void refetch()} />}
      {links && links.length > 0 && (
        <ul aria-label={label} className="mt-5 flex flex-col gap-3">
          {links.map((link) => (
            <LinkRow
              key={link.id}
              link={link}
              caption={captionOf(link)}
              revoke={() => revoke(link).catch(passNotFound).then(reread)}
            />
          ))}
        </ul>
      )}
    </>
  )
}

/** A link that the server no longer has counts as revoked. */
function passNotFound(error: unknown): void {
  if (!isNotFound(error)) throw error
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
          onClick={() => revoking.start()}
          aria-label={`Отозвать ссылку от ${made}`}
        >
          Отозвать
        </Button>
      </div>
    </li>
  )
}
