import { type QueryClient, queryOptions, useQuery, useQueryClient } from '@tanstack/react-query'
import { Images, MessageSquare } from 'lucide-react'
import { listShares, revokeShare } from '#contract/shares.ts'
import { listJobShares, revokeJobShare } from '#contract/job-shares.ts'
import { useSingleMutation } from '../../base/form/use-single-mutation.ts'
import { formatDateTime } from '../../base/format/dates.ts'
import { errorText } from '../../base/http/error-text.ts'
import { sharesKey } from '../../base/http/query-keys.ts'
import { ApiError, call } from '../../base/session/client.ts'
import { Button, buttonClass } from '../../base/ui/button.tsx'
import { notify } from '../../base/ui/notify.ts'
import { Skeleton } from '../../base/ui/skeleton.tsx'
import { LoadFailure } from '../../base/ui/states.tsx'

// The links that a user has made to chats and to jobs, as one list.
interface LinkOfUser {
  kind: 'chat' | 'job'
  id: string
  title: string
  url: string | null
  createdAt: number
  /** Null: it works until it is revoked. */
  expiresAt: number | null
}

/** Newest first. */
const linksQuery = queryOptions({
  queryKey: [...sharesKey, 'all'],
  queryFn: async ({ signal }): Promise<LinkOfUser[]> => {
    const [chats, jobs] = await Promise.all([call(listShares, {}, { signal }), call(listJobShares, {}, { signal })])
    const ofChats = chats.items.map(({ id, title, url, created_at: createdAt }) => ({
      kind: 'chat' as const,
      id,
      title,
      url,
      createdAt,
      expiresAt: null
    }))
    const ofJobs = jobs.items.map(({ id, title, url, created_at: createdAt, expires_at: expiresAt }) => ({
      kind: 'job' as const,
      id,
      title,
      url,
      createdAt,
      expiresAt
    }))
    return [...ofChats, ...ofJobs].toSorted((one, other) => other.createdAt - one.createdAt)
  }
})

/** A link that the server no longer has counts as revoked. */
async function revokeLink(queries: QueryClient, { kind, id }: LinkOfUser): Promise<void> {
  await (kind === 'chat' ? call(revokeShare, { id }) : call(revokeJobShare, { id })).catch((error: unknown) => {
    if (!(error instanceof ApiError && error.status === 404)) throw error
  })
  await queries.invalidateQueries({ queryKey: sharesKey })
}

/** All links that the user has made, to chats and to jobs; each can be revoked. */
export function SharedLinks() {
  const { data, isError, refetch } = useQuery(linksQuery)
  if (!data && isError) return <LoadFailure what="ссылки" onRetry={() => void refetch()} />
  if (!data) return <Skeleton className="h-5.5" />
  if (data.length === 0) return <p className="text-small text-ink-soft">Ссылок нет.</p>
  return (
    <ul className="max-h-120 w-full divide-y divide-line overflow-y-auto rounded-card border border-line bg-raised">
      {data.map((link) => (
        <LinkRow key={link.id} link={link} />
      ))}
    </ul>
  )
}

const names = { chat: 'Чат', job: 'Работа' }

const lifeOf = ({ kind, expiresAt, createdAt }: LinkOfUser): string =>
  [
    names[kind],
    `ссылка создана ${formatDateTime(createdAt)}`,
    expiresAt === null ? 'работает, пока не отзовёте' : `работает до ${formatDateTime(expiresAt)}`
  ].join(' · ')

function LinkRow({ link }: { link: LinkOfUser }) {
  const queries = useQueryClient()
  const revoking = useSingleMutation({
    mutationFn: () => revokeLink(queries, link),
    onSuccess: () => notify.success('Ссылка больше не работает'),
    onError: (error) => notify.error(errorText(error, 'Не удалось отозвать ссылку'))
  })
  const Icon = link.kind === 'chat' ? MessageSquare : Images
  return (
    <li className="flex flex-wrap items-center gap-3 p-4">
      <Icon size={18} aria-hidden className="shrink-0 text-ink-faint max-sm:hidden" />
      <div className="min-w-0 grow basis-60">
        <p className="truncate text-small font-medium">{link.title}</p>
        <p className="text-caption text-ink-soft">{lifeOf(link)}</p>
      </div>
      {link.url !== null && (
        <a
          href={link.url}
          target="_blank"
          rel="noopener"
          aria-label={`Открыть ссылку: ${link.title}`}
          className={buttonClass({ variant: 'secondary', size: 'small' })}
        >
          Открыть
        </a>
      )}
      <Button
        size="small"
        variant="danger"
        busy={revoking.isPending}
        aria-label={`Отозвать ссылку: ${link.title}`}
        onClick={() => revoking.start()}
      >
        Отозвать
      </Button>
    </li>
  )
}
