import { useEffect, useRef } from 'react'
import { keepPreviousData, useInfiniteQuery, useMutation, useQuery } from '@tanstack/react-query'
import type { z } from 'zod'
import type { Endpoint } from '#contract/endpoint.ts'
import { queryClient } from '../../../src/base/http/query-client.ts'
import { call, isReadKey, keyOf, partsKeyOf } from './call.ts'
import { serverNow } from './server-clock.ts'
import { useOperator } from './use-operator.ts'
import { keyFor, noteOutcome, outcomeOf } from './change-keys.ts'

/** A recorded call is not repeated when the window gets the focus again, because no operator has asked for it. */
const whenAsked = ({ recorded: isRecorded }: Endpoint) =>
  isRecorded ? { refetchOnWindowFocus: false, refetchOnReconnect: false } : {}

/** A page that waits for its operator shows what it has read again, also when the first new read fails. */
const keptMs = 60 * 60_000

/**
 * Reads from the server; a newer input shows what the one before it has read until it is there.
 * @param asked `isCounted`: figures that an operator acts on and that cost the server much. Those of another input are never
 * shown, and returning to the window does not count them again.
 */
export const useCall = <Input extends z.ZodType, Output extends z.ZodType>(
  endpoint: Endpoint<Input, Output>,
  input: z.input<Input>,
  { enabled = true, isCounted = false } = {}
) =>
  useQuery({
    queryKey: keyOf(endpoint, input),
    queryFn: ({ signal }) => call(endpoint, input, signal),
    ...(isCounted ? { refetchOnWindowFocus: false } : { placeholderData: keepPreviousData }),
    enabled,
    gcTime: keptMs,
    ...whenAsked(endpoint)
  })

/** What an answer names for reading the part after it. */
type Cursor = string | number

const firstPart = null as Cursor | null

/** Reads a list part by part. @param inputOf the input for the part after `next`; null: the first */
export const useParts = <Input extends z.ZodType, Part extends { next: Cursor | null }>(
  endpoint: Endpoint<Input, z.ZodType<Part>>,
  inputOf: (next: Cursor | null) => z.input<Input>
) =>
  useInfiniteQuery({
    queryKey: partsKeyOf(endpoint, inputOf(null)),
    queryFn: ({ pageParam, signal }) => call(endpoint, inputOf(pageParam), signal),
    initialPageParam: firstPart,
    getNextPageParam: ({ next }) => next,
    placeholderData: keepPreviousData,
    gcTime: keptMs,
    ...whenAsked(endpoint)
  })

export interface MoreRows {
  read: () => void
  busy: boolean
}

/** What `useParts` returns. */
export interface PartsQuery<Part> {
  data: { pages: Part[] } | undefined
  error: Error | null
  refetch: () => Promise<unknown>
  hasNextPage: boolean
  fetchNextPage: () => Promise<unknown>
  isFetchingNextPage: boolean
}

/** What reads the next part, for a table; null: there is none. */
export const moreOf = ({
  hasNextPage,
  fetchNextPage,
  isFetchingNextPage: busy
}: Omit<PartsQuery<unknown>, 'data' | 'error' | 'refetch'>): MoreRows | null =>
  hasNextPage ? { read: () => void fetchNextPage(), busy } : null

/** Everything that the console shows is read again: a change may show in any of it. */
const refreshAll = (): Promise<void> =>
  queryClient.invalidateQueries({ predicate: ({ queryKey }) => isReadKey(queryKey) })

/** The browser's longest timer. */
const timerMaxMs = 2 ** 31 - 1

/** Everything shown is read again when a change that was shown as coming has begun. @param starts of changes, in milliseconds since the epoch */
export function useRefreshAtStart(starts: readonly number[]): void {
  const times = starts.join()
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined
    const wait = () => {
      const now = serverNow()
      const next = Math.min(
        ...times
          .split(',')
          .map(Number)
          .filter((at) => at > now)
      )
      // The answer that told the server's clock has been on its way.
      const leftMs = next - now + 2000
      if (leftMs < timerMaxMs) timer = setTimeout(refresh, leftMs)
    }
    const refresh = () => {
      void refreshAll()
      wait()
    }
    wait()
    return () => clearTimeout(timer)
  }, [times])
}

/** What every change carries: why, and the key that makes it once, however often it is sent. */
export interface Change {
  reason: string
  idempotency_key: string
}

/**
 * A change, which runs once at a time: the second click of a double click arrives before the button is busy. After a
 * failure everything is read again: the change may have been made, or another operator may have made one.
 */
export function useChange<Input extends z.ZodType<unknown, object>, Output extends z.ZodType>(
  endpoint: Endpoint<Input, Output>,
  { onDone, onRefused }: { onDone?: (output: z.output<Output>) => void; onRefused?: (error: Error) => void } = {}
) {
  const running = useRef(false)
  const { path } = endpoint
  const { entered_at: enteredAt } = useOperator()
  const { mutate, error, variables, isPending } = useMutation({
    mutationFn: ({ input, key }: { input: z.input<Input>; key: string; enteredAt: number }) =>
      call(endpoint, { ...input, idempotency_key: key }),
    onSuccess: (output, sent) => {
      noteOutcome(path, { ...sent, failure: null })
      void refreshAll()
      onDone?.(output)
    },
    onError: (failure, sent) => {
      noteOutcome(path, { ...sent, failure })
      if (outcomeOf(failure) !== 'not-let-in') void refreshAll()
      onRefused?.(failure)
    },
    onSettled: () => {
      running.current = false
    }
  })
  /** @param input without a key, or with any: it gets the one of this change */
  const start = (input: z.input<Input>) => {
    if (running.current) return
    running.current = true
    mutate({ input, key: keyFor(path, input), enteredAt })
  }
  // The refusal that ended a session says nothing in the next one.
  return { start, error: variables?.enteredAt === enteredAt ? error : null, isPending }
}
