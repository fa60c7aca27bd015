// The saved chats, without a network: the service worker sends every address here that it cannot load (`to`).
import { type RefObject, useRef } from 'react'
import { Clock, MessagesSquare, Wifi, WifiOff } from 'lucide-react'
import { Link, useSearchParams } from 'react-router-dom'
import { tools } from '#contract/catalogue/menu.ts'
import { formatMoment } from '../../base/format/dates.ts'
import { routeAt } from '../../base/pages.ts'
import { paths } from '../../base/paths.ts'
import { tellLeft } from '../../base/ui/tell-left.ts'
import { useSession } from '../../base/session/session.tsx'
import { Button, buttonClass } from '../../base/ui/button.tsx'
import { EmptyState } from '../../base/ui/states.tsx'
import { ThreadSkeleton } from '../dialog/thread-view.tsx'
import { chatLink, conversationIdOf } from '../conversations/addresses.ts'
import { OfflineField } from './offline-field.tsx'
import { ownerHere, type SavedChat } from './saved-chats.ts'
import { SavedThread } from './saved-thread.tsx'
import { useIsReachable } from './use-is-reachable.ts'
import { useSavedChats, useSavedMessages } from './use-saved.ts'
import { waitingDrafts } from './waiting-drafts.ts'

/** The address that could not be loaded, if it is one of this site's pages. */
function wantedIn(query: URLSearchParams): string {
  const wanted = query.get('to') ?? ''
  const route = routeAt(wanted.split(/[?#]/)[0] ?? '')
  return route === undefined || route === paths.offline ? paths.home : wanted
}

function headingOf(isOnline: boolean, count: number): string {
  const shown = count > 0 ? 'Показаны сохранённые чаты' : ''
  return isOnline ? shown || 'Сохранённые чаты' : ['Нет сети', shown].filter(Boolean).join('. ')
}

export function Page() {
  const [query] = useSearchParams()
  const isOnline = useIsReachable()
  const chats = useSavedChats()
  const wanted = wantedIn(query)
  const id = conversationIdOf(query) ?? conversationIdOf(new URLSearchParams(wanted.split('?')[1]))
  const heading = useRef<HTMLHeadingElement>(null)
  const chat = chats?.find((one) => one.id === id)
  const back = chat ? chatLink(chat.path, chat.id) : wanted
  return (
    <div className="mx-auto flex w-full max-w-text grow flex-col px-4 py-6">
      <header className="mb-6 flex flex-wrap items-center gap-x-4 gap-y-2 rounded-card bg-sunken py-2 pr-2 pl-4">
        <h1 ref={heading} tabIndex={-1} className="flex min-h-11 grow items-center gap-2.5 text-small font-medium">
          {isOnline ? <Wifi size={18} aria-hidden /> : <WifiOff size={18} aria-hidden />}
          <span>{headingOf(isOnline, chats?.length ?? 0)}</span>
        </h1>
        {/* A new document: this one may be of a build that is not served any more. */}
        {isOnline && (
          <a href={back} className={buttonClass({ size: 'small' })}>
            {chat ? 'Открыть чат' : 'Открыть сайт'}
          </a>
        )}
      </header>
      {chat ? (
        <OpenChat key={chat.id} chat={chat} to={query.get('to')} isOnline={isOnline} />
      ) : (
        <List chats={chats} to={query.get('to')} isOnline={isOnline} heading={heading} />
      )}
    </div>
  )
}

/** The address of a saved chat on this page. */
function savedLink(id: number | null, to: string | null): string {
  const query = new URLSearchParams({ ...(id !== null && { chat: String(id) }), ...(to !== null && { to }) })
  // A chat that could not be loaded must not open again from the list.
  if (id === null) query.delete('to')
  return `${paths.offline}?${query}`
}

interface ListProps {
  chats: readonly SavedChat[] | null
  to: string | null
  isOnline: boolean
  heading: RefObject<HTMLHeadingElement | null>
}

function List({ chats, to, isOnline, heading }: ListProps) {
  if (chats === null) return <ThreadSkeleton />
  if (chats.length === 0)
    return (
      <EmptyState
        icon={<MessagesSquare size={24} aria-hidden />}
        title="Здесь пока пусто"
        text="Последние чаты сохранятся на этом устройстве, и их можно будет перечитать без сети."
      />
    )
  const owner = ownerHere()
  const waiting = new Set(owner === null ? [] : waitingDrafts(owner).map(({ conversationId }) => conversationId))
  return (
    <>
      <ul aria-label="Сохранённые чаты" className="-mx-3 flex flex-col gap-0.5">
        {chats.map(({ id, title, path, savedAt }) => (
          <li key={id}>
            <Link
              to={savedLink(id, to)}
              className="flex min-h-14 items-center gap-3 rounded-control px-3 py-2 transition hover:bg-hover"
            >
              <span className="min-w-0 grow">
                <span dir="auto" className="block truncate">
                  {title}
                </span>
                <span className="block text-caption text-ink-soft">
                  {`${tools[path].title} · сохранён ${formatMoment(savedAt)}`}
                </span>
              </span>
              {waiting.has(id) && (
                <span className="flex shrink-0 items-center gap-1.5 text-caption text-ink-soft">
                  <Clock size={14} aria-hidden />
                  <span>{isOnline ? 'Ждёт отправки' : 'Ждёт сети'}</span>
                </span>
              )}
            </Link>
          </li>
        ))}
      </ul>
      <Leaving heading={heading} />
    </>
  )
}

/** Without a network the menu of the account cannot be shown. */
function Leaving({ heading }: Pick<ListProps, 'heading'>) {
  const { signOut } = useSession()
  const leave = () => {
    void signOut().then(tellLeft)
    // The button is gone with the chats.
    heading.current?.focus()
  }
  return (
    <div className="mt-8 flex flex-wrap items-center gap-x-3 gap-y-1 text-caption text-ink-soft">
      <p>Чаты хранятся на этом устройстве и исчезнут, когда вы выйдете.</p>
      <Button variant="ghost" size="small" onClick={leave} className="-ml-3">
        Выйти и стереть
      </Button>
    </div>
  )
}

interface OpenChatProps {
  chat: SavedChat
  to: string | null
  isOnline: boolean
}

function OpenChat({ chat, to, isOnline }: OpenChatProps) {
  const messages = useSavedMessages(chat.id)
  return (
    <>
      <div className="mb-6">
        <Link to={savedLink(null, to)} className="text-small underline underline-offset-3">
          Все сохранённые чаты
        </Link>
        <h2 dir="auto" className="mt-3 text-heading font-semibold wrap-anywhere">
          {chat.title}
        </h2>
        <p className="mt-1 text-caption text-ink-soft">
          {`${tools[chat.path].title} · сохранён ${formatMoment(chat.savedAt)}`}
        </p>
      </div>
      {messages === null && <ThreadSkeleton />}
      {messages === 'missing' && <p className="text-small text-ink-soft">Этот чат больше не сохранён</p>}
      {messages !== null && messages !== 'missing' && <SavedThread messages={messages} chat={chat} />}
      <OfflineField chat={chat} isOnline={isOnline} />
    </>
  )
}
