import { useMutation } from '@tanstack/react-query'
import type { z } from 'zod'
import type { Endpoint } from '#contract/endpoint.ts'
import { call } from '../base/call.ts'

/** Reads when it is asked to and never by itself: every reading of what a person has written is recorded. */
export function useReading<Input extends z.ZodType, Output extends z.ZodType>(endpoint: Endpoint<Input, Output>) {
  const { mutate, data, error, isPending } = useMutation({
    mutationFn: (input: z.input<Input>) => call(endpoint, input)
  })
  return { read: (input: z.input<Input>) => mutate(input), data, error, isPending }
}
