import {
  Activity,
  createElement,
  Suspense,
  useEffect,
  useRef,
  useState,
  lazy,
  type ComponentType,
  type ReactNode
} from 'react'
import { QueryClientContext } from '@tanstack/react-query'
import { errorText } from '../../src/base/http/error-text.ts'
import { queryClient } from '../../src/base/http/query-client.ts'
import { FailureBoundary } from '../../src/base/ui/failure-boundary.tsx'
import { Spinner } from '../../src/base/ui/spinner.tsx'
import { ErrorState } from '../../src/base/ui/states.tsx'
import { SignIn } from './access/sign-in.tsx'
import { useAddress } from './base/address.ts'
import { pages } from './base/pages.ts'
import { OperatorContext, placeOf, useOperator, useSession } from './base/use-operator.ts'
import { Shell } from './shell.tsx'
import { Page as Frame } from './ui/page.tsx'
import { isReloading } from '../../src/base/page/missing-chunk.ts'

// Each page is its own chunk, loaded when it is first shown.
interface PageProps {
  /** What follows the page's path in the address: the id in `#/people/<id>`. */
  parameter: string | null
}

const loaders = import.meta.glob<(props: PageProps) => ReactNode>('./**/page.tsx', { import: 'Page' })

const pageComponents = new Map<string, ComponentType<PageProps>>(
  pages.map(({ path, module }) => {
    const load = loaders[`./${module}`]
    if (!load) throw new Error(`base/pages.ts names ${module}, which is no module`)
    return [path, lazy(async () => ({ default: await load() }))]
  })
)

export const Console = () => (
  <QueryClientContext value={queryClient}>
    <Entrance />
  </QueryClientContext>
)

/**
 * A visitor who has not entered sees the sign-in, on every page. Of an operator whose session has ended by itself the page waits behind it,
 * with what is typed there, in no storage: the same operator goes on, for another it is made anew.
 */
function Entrance() {
  const { session, last, error, refetch } = useSession()
  const [asked, setAsked] = useState(false)
  /** Whose page was shown first. */
  const [first, setFirst] = useState<string | null>(null)
  if (last && first === null) setFirst(placeOf(last))
  if (error)
    return (
      <main>
        <ErrorState text={errorText(error)} onRetry={() => void refetch()} />
      </main>
    )
  if (session === undefined) return <p className="boot">Загрузка…</p>
  return (
    <>
      {session === null && <SignIn onShown={() => setAsked(true)} />}
      {last && (
        <Activity key={placeOf(last)} mode={session ? 'visible' : 'hidden'}>
          <OperatorContext value={last}>
            <CurrentPage isEntering={asked || placeOf(last) !== first} />
          </OperatorContext>
        </Activity>
      )}
    </>
  )
}

interface PageChangeProps {
  title: string
  place: string
  /** The sign-in or another operator's page was shown before. */
  isEntering: boolean
}

/** Does what a browser does after a load: the window's title, the top of the page, the focus on its heading. */
function usePageChange({ title, place, isEntering }: PageChangeProps) {
  // The first page after a sign-in takes the focus too: the field that had it is gone.
  const shown = useRef(isEntering ? null : place)
  useEffect(() => {
    document.title = `${title} · Консоль`
    // The effect also ends when the sign-in hides the page, which takes the focus when it comes back.
    const forget = () => void (shown.current = null)
    // A dialog that was left open takes the focus itself.
    if (shown.current === place || document.querySelector('[role=dialog][data-state=open]')) return forget
    shown.current = place
    window.scrollTo(0, 0)
    const target = document.querySelector<HTMLElement>('main h1') ?? document.querySelector('main')
    target?.setAttribute('tabindex', '-1')
    target?.setAttribute('data-route-focus', '')
    target?.focus({ preventScroll: true })
    return forget
  }, [title, place])
}

function CurrentPage({ isEntering }: { isEntering: boolean }) {
  const { path, parameter } = useAddress()
  const { may } = useOperator()
  const page = pages.find((one) => one.path === path)
  const place = `${path}/${parameter ?? ''}`
  const shown = page && may(page.permission) ? pageComponents.get(page.path) : undefined
  return (
    <Shell path={path}>
      <FailureBoundary drawn={place} failure={<PageFailure />}>
        <Suspense
          fallback={
            <div className="grid grow place-items-center">
              <Spinner label="Загрузка страницы" />
            </div>
          }
        >
          {shown ? createElement(shown, { key: place, parameter }) : <Refused isKnown={page !== undefined} />}
          <PageChange title={page?.title ?? 'Нет такой страницы'} place={place} isEntering={isEntering} />
        </Suspense>
      </FailureBoundary>
    </Shell>
  )
}

/** Beside the page in its `Suspense`, so that it runs when the page is shown and not its placeholder. */
function PageChange(change: PageChangeProps) {
  usePageChange(change)
  return null
}

const Refused = ({ isKnown }: { isKnown: boolean }) => (
  <Frame title={isKnown ? 'Эта страница не для вашей роли' : 'Нет такой страницы'}>
    <p className="text-small text-ink-soft">
      {isKnown
        ? 'Если она нужна вам для работы, попросите владельца дать вам другую роль.'
        : 'Выберите страницу в меню.'}
    </p>
  </Frame>
)

/** Keeps the menu when a page breaks or its chunk cannot be loaded. */
const PageFailure = () =>
  !isReloading() && (
    <ErrorState
      title="Страница сломалась"
      text="Обновите её. Если не поможет, откройте другую страницу и сообщите разработчикам"
      onRetry={() => window.location.reload()}
    />
  )
