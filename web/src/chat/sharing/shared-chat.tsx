// What everybody with a link reads: a copy of a conversation. The token is behind the `#` of the address.
import { Suspense, useEffect, useState } from 'react'
import { useQuery } from '@tanstack/react-query'
import { Flag } from 'lucide-react'
import { Link, useLocation } from 'react-router-dom'
import { aiMarkText } from '#contract/ai-mark.ts'
import { readShare, type SharedChat } from '#contract/shares.ts'
import { formatDate, formatDateTime } from '../../base/format/dates.ts'
import { sharedKey } from '../../base/http/query-keys.ts'
import { BrokenLink, complaintLink } from '../../base/page/shared-link.tsx'
import { windowTitle } from '../../base/pages.ts'
import { paths } from '../../base/paths.ts'
import { ApiError, call } from '../../base/session/client.ts'
import { Button, buttonClass } from '../../base/ui/button.tsx'
import { Skeleton } from '../../base/ui/skeleton.tsx'
import { ErrorState } from '../../base/ui/states.tsx'
import { late } from '../../base/page/late.ts'
import { LazyMarkdown } from '../markdown/lazy-markdown.tsx'

/** The token of the address. It is kept when the address loses it: the link over the menu leads to `#content`. */
function useToken(): string | null {
  const { hash } = useLocation()
  const given = /^#(h\d+-[0-9a-f]{40})$/.exec(hash)?.[1] ?? null
  const [token, setToken] = useState(given)
  if (given !== null && given !== token) setToken(given)
  return given ?? token
}

export function SharedChatView() {
  const token = useToken()
  const {
    data: chat,
    error,
    refetch
  } = useQuery({
    queryKey: [...sharedKey, token],
    queryFn: ({ signal }) => call(readShare, { token: token ?? '' }, { signal }),
    enabled: token !== null,
    staleTime: Number.POSITIVE_INFINITY
  })
  if (chat && token !== null) return <Shared chat={chat} token={token} />
  if (token === null || (error instanceof ApiError && error.status === 404)) return <Missing />
  return (
    <div className="mx-auto w-full max-w-text px-4 py-8">
      {error ? (
        <ErrorState text="Проверьте интернет и попробуйте ещё раз." onRetry={() => void refetch()} />
      ) : (
        <Loading />
      )}
    </div>
  )
}

const Loading = () => (
  <output aria-label="Загрузка чата" className="flex flex-col gap-4">
    <Skeleton className="h-9 w-3/5" />
    <Skeleton className="mb-8 h-5 w-2/5" />
    {['w-11/12', 'w-full', 'w-4/5', 'w-2/3'].map((width) => (
      <Skeleton key={width} className={`h-4 ${width}`} />
    ))}
  </output>
)

const Missing = () => (
  <BrokenLink
    heading="Чат"
    text="Её могли отозвать, или адрес скопирован не целиком."
    action={
      <Link to={paths.chatgpt} className={buttonClass()}>
        Начать свой чат
      </Link>
    }
  />
)

/** How many of the messages are drawn at first, and more at each wish: drawing thousands would hold up the page. */
const shownAtOnce = 200

function Shared({ chat, token }: { chat: SharedChat; token: string }) {
  const [shown, setShown] = useState(shownAtOnce)
  useEffect(() => {
    document.title = windowTitle(chat.title)
  }, [chat.title])
  const left = chat.messages.length - shown
  return (
    <article aria-labelledby="shared-title" className="mx-auto w-full max-w-text px-4 py-8 sm:py-10">
      <header className="border-b border-line pb-6">
        <h1 id="shared-title" dir="auto" className="text-heading font-semibold wrap-anywhere">
          {chat.title}
        </h1>
        <p className="mt-2 text-small text-ink-soft">{`Копия чата от ${formatDate(chat.created_at)}`}</p>
        {chat.ai_mark && <p className="mt-1 text-small text-ink-soft">{aiMarkText}</p>}
        <div className="mt-4 flex flex-wrap gap-3">
          <Link to={paths.chatgpt} className={buttonClass({ variant: 'accent', size: 'small' })}>
            Начать свой чат
          </Link>
          <a href={complaintLink('чат')} className={buttonClass({ variant: 'ghost', size: 'small' })}>
            <Flag size={16} aria-hidden />
            Пожаловаться
          </a>
        </div>
      </header>
      <div className="mt-8 flex flex-col gap-7">
        {chat.messages.slice(0, shown).map((message, index) => (
          // oxlint-disable-next-line react/no-array-index-key -- a copy never changes
          <SharedMessage key={index} message={message} token={token} />
        ))}
      </div>
      {left > 0 && (
        <Button variant="secondary" onClick={() => setShown(shown + shownAtOnce)} className="mx-auto mt-8 flex">
          Показать дальше
        </Button>
      )}
    </article>
  )
}

const SharedWorks = late(async () => (await import('./shared-works.tsx')).SharedWorks)

/** Drawn without the parts of the dialog, so that they need not be loaded to read a copy. */
function SharedMessage({ message, token }: { message: SharedChat['messages'][number]; token: string }) {
  const { role, content, is_cut: isCut = false, model, created_at: time, files = [], works } = message
  if (role === 'user')
    return (
      <article aria-label="Запрос" className="flex flex-col items-end gap-1.5 pl-8 sm:pl-16">
        {files.length > 0 && (
          <p className="max-w-full text-caption wrap-anywhere whitespace-pre-line text-ink-soft">
            {files.map((name) => `Файл: ${name}`).join('\n')}
          </p>
        )}
        <p dir="auto" className="max-w-full rounded-card bg-hover px-4 py-2.5 wrap-anywhere whitespace-pre-wrap">
          {content}
        </p>
      </article>
    )
  return (
    <article aria-label="Ответ">
      {works ? (
        <Suspense fallback={<Skeleton className="h-72 w-full rounded-card" />}>
          <SharedWorks works={works} name={content} token={token} />
        </Suspense>
      ) : (
        <LazyMarkdown text={content} sections={null} isCut={isCut} />
      )}
      <p className="mt-2 text-caption text-ink-soft">
        {model !== null && <span>{`${model} · `}</span>}
        <time dateTime={new Date(time).toISOString()}>{formatDateTime(time)}</time>
      </p>
    </article>
  )
}
