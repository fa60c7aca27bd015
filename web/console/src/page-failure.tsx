import { Component, type ReactNode } from 'react'
import { isReloading } from '../../src/base/page/missing-chunk.ts'
import { ErrorState } from '../../src/base/ui/states.tsx'

interface PageFailureProps {
  /** When it changes, the children are rendered again after a failure. */
  place: string
  children: ReactNode
}

interface State {
  failed: boolean
  place: string
}

/** Keeps the menu when a page breaks or its chunk cannot be loaded. React itself reports the error to the console. */
export class PageFailure extends Component<PageFailureProps, State> {
  override state: State = { failed: false, place: this.props.place }

  static getDerivedStateFromError(): Pick<State, 'failed'> {
    return { failed: true }
  }

  static getDerivedStateFromProps({ place }: PageFailureProps, state: State): State | null {
    return place === state.place ? null : { failed: false, place }
  }

  override render() {
    if (!this.state.failed) return this.props.children
    if (isReloading()) return null
    return (
      <ErrorState
        title="Страница сломалась"
        text="Обновите её. Если не поможет, откройте другую страницу и сообщите разработчикам"
        onRetry={() => window.location.reload()}
      />
    )
  }
}
