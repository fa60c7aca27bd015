import { Component, type ReactNode } from 'react'

interface FailureBoundaryProps {
  /** What the children draw; when it changes, they are rendered again after a failure. */
  drawn?: unknown
  /** Shown instead of children that threw. */
  failure: ReactNode
  children: ReactNode
}

interface State {
  failed: boolean
  drawn: unknown
}

/** Shows something else instead of a blank page when rendering throws. React itself reports the error to the console. */
export class FailureBoundary extends Component<FailureBoundaryProps, State> {
  override state: State = { failed: false, drawn: this.props.drawn }

  static getDerivedStateFromError(): Pick<State, 'failed'> {
    return { failed: true }
  }

  static getDerivedStateFromProps({ drawn }: FailureBoundaryProps, state: State): State | null {
    return drawn === state.drawn ? null : { failed: false, drawn }
  }

  override render() {
    return this.state.failed ? this.props.failure : this.props.children
  }
}
