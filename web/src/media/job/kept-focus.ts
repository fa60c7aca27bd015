import type { Job } from '#contract/jobs.ts'
import { useKeptFocus } from '../../base/ui/kept-focus.ts'

/** For what shows these jobs: it gets the focus when a change of one removes the button that had it. */
export const useKeptCardFocus = (jobs: readonly Job[]) =>
  useKeptFocus<HTMLElement>(jobs.map(({ id, state, cancelling }) => `${id} ${state} ${cancelling}`).join())
