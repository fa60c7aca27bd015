// The ways in of the user, and what changes them.
import { useQueryClient } from '@tanstack/react-query'
import { readWaysIn, type WaysIn } from '#contract/second-step.ts'
import { useSingleMutation } from '../../base/form/use-single-mutation.ts'
import { errorText } from '../../base/http/error-text.ts'
import { accountKey } from '../../base/http/query-keys.ts'
import { call } from '../../base/session/client.ts'
import { notify } from '../../base/ui/notify.ts'

export const waysInQuery = {
  queryKey: [...accountKey, 'ways-in'],
  queryFn: ({ signal }: { signal: AbortSignal }) => call(readWaysIn, {}, { signal }),
  staleTime: 0
}

/** Before they are known, as most users have: nothing jumps for them. */
export const hasPasswordIn = (ways: WaysIn | undefined): boolean => ways?.hasPassword ?? true

interface Change<Input> {
  change: (input: Input) => Promise<unknown>
  /** The toast. */
  done?: string
  onDone?: () => void
  /** The toast of a failure without words of its own. Absent: the caller shows `error`, or takes it by `onError`. */
  failed?: string
  onError?: (error: Error) => void
}

/** A change of the ways in, which are read again after it. */
export function useWaysChange<Input = void>({ change, done, onDone, failed, onError }: Change<Input>) {
  const queries = useQueryClient()
  const reread = () => void queries.invalidateQueries({ queryKey: waysInQuery.queryKey })
  return useSingleMutation<Input, void>({
    // What a mutation resolves to stays in memory, and secrets must not.
    mutationFn: async (input) => {
      await change(input)
    },
    onSuccess: () => {
      reread()
      onDone?.()
      if (done !== undefined) notify.success(done)
    },
    onError: (error) => {
      // The answer may be lost of what was done.
      reread()
      if (failed !== undefined) notify.error(errorText(error, failed))
      onError?.(error)
    }
  })
}
