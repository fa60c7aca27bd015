import { Component, type ReactNode } from 'react'

interface AnswerBoundaryProps {
  /** As the model wrote it. */
  text: string
  /** What the children draw; another value is another chance. */
  drawn: unknown
  children: ReactNode
}

interface State {
  failed: boolean
  drawn: unknown
}

/**
 * Shows an answer's text as it was written when drawing it throws, so that one message cannot take the whole
 * conversation from its reader. An answer that still arrives is tried again with every piece of it.
 * React itself reports the error to the console.
 */
export class AnswerBoundary extends Component<AnswerBoundaryProps, State> {
  override state: State = { failed: false, drawn: this.props.drawn }

  static getDerivedStateFromError(): Pick<State, 'failed'> {
    return { failed: true }
  }

  static getDerivedStateFromProps({ drawn }: AnswerBoundaryProps, state: State): State | null {
    return drawn === state.drawn ? null : { failed: false, drawn }
  }

  override render() {
    return this.state.failed ? <RawText text={this.props.text} /> : this.props.children
  }
}

export const RawText = ({ text }: { text: string }) => (
  <p data-raw-text className="wrap-anywhere whitespace-pre-wrap">
    {text}
  </p>
)
