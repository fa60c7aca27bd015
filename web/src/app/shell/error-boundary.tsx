import { Component, type ReactNode } from 'react'
import { isReloading } from '../../base/page/missing-chunk.ts'
import { PageShown } from './page-shown.ts'
import { paths } from '../../base/paths.ts'
import { buttonClass } from '../../base/ui/button.tsx'

interface ErrorBoundaryProps {
  /** When it changes, the children are rendered again after a failure. */
  place?: string
  children: ReactNode
}

interface State {
  failed: boolean
  place: string | undefined
}

/** Shows an error page instead of a blank one when rendering throws. React itself reports the error to the console. */
export class ErrorBoundary extends Component<ErrorBoundaryProps, State> {
  override state: State = { failed: false, place: this.props.place }

  static getDerivedStateFromError(): Pick<State, 'failed'> {
    return { failed: true }
  }

  static getDerivedStateFromProps({ place }: ErrorBoundaryProps, state: State): State | null {
    return place === state.place ? null : { failed: false, place }
  }

  override render() {
    if (!this.state.failed) return this.props.children
    return isReloading() ? null : <Failure />
  }
}

// The page is as far as it gets. A plain link and a reload: the router itself may be broken.
const Failure = () => (
  <div role="alert" className="mx-auto flex max-w-text flex-col items-center px-4 py-20 text-center">
    <PageShown />
    <h1 className="text-heading font-semibold">Что-то сломалось</h1>
    <p className="mt-3 text-ink-soft">Мы не смогли показать эту страницу. Обновите её: обычно этого достаточно.</p>
    <div className="mt-8 flex flex-wrap justify-center gap-3">
      <button type="button" className={buttonClass()} onClick={() => window.location.reload()}>
        Обновить страницу
      </button>
      <a href={paths.home} className={buttonClass({ variant: 'secondary' })}>
        На главную
      </a>
    </div>
  </div>
)
