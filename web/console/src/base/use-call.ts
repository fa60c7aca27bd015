import { useRef } from 'react'
import { keepPreviousData, useInfiniteQuery, useMutation, useQuery } from '@tanstack/react-query'
import type { z } from 'zod'
import type { Endpoint } from '#contract/endpoint.ts'
import { queryClient } from '../../../src/base/http/query-client.ts'
import { call, isSessionKey, keyOf } from './call.ts'

/**
 * Reads from the server; a newer input shows what the one before it has read until it is there.
 * @param asked `isCounted`: figures that a person acts on and that cost the server much. Those of another input are never
 * shown, and who comes back to the window does not have them counted again.
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
    enabled
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
    queryKey: keyOf(endpoint, inputOf(null)),
    queryFn: ({ pageParam, signal }) => call(endpoint, inputOf(pageParam), signal),
    initialPageParam: firstPart,
    getNextPageParam: ({ next }) => next,
    placeholderData: keepPreviousData
  })

export interface MoreRows {
  read: () => void
  busy: boolean
}

/** What reads the next part, for a table; null: there is none. */
export const moreOf = ({
  hasNextPage,
  fetchNextPage,
  isFetchingNextPage: busy
}: {
  hasNextPage: boolean
  fetchNextPage: () => Promise<unknown>
  isFetchingNextPage: boolean
}): MoreRows | null => (hasNextPage ? { read: () => void fetchNextPage(), busy } : null)

/** Everything that the console shows is read again: a change may show in any of it. */
const refreshAll = (): Promise<void> =>
  queryClient.invalidateQueries({ predicate: ({ queryKey }) => queryKey[0] === 'operator' && !isSessionKey(queryKey) })

/** A change, which runs once at a time: the second click of a double click arrives before the button is disabled. */
export function useChange<Input extends z.ZodType, Output extends z.ZodType>(
  endpoint: Endpoint<Input, Output>,
  { onDone, onRefused }: { onDone?: (output: z.output<Output>) => void; onRefused?: (error: Error) => void } = {}
) {
  const running = useRef(false)
  const { mutate, error, isPending } = useMutation({
    mutationFn: (input: z.input<Input>) => call(endpoint, input),
    onSuccess: (output) => {
      void refreshAll()
      onDone?.(output)
    },
    onError: (failure) => onRefused?.(failure),
    onSettled: () => {
      running.current = false
    }
  })
  const start = (input: z.input<Input>) => {
    if (running.current) return
    running.current = true
    mutate(input)
  }
  return { start, error, isPending }
}
