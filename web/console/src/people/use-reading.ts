import { useMutation } from '@tanstack/react-query'
import type { z } from 'zod'
import type { Endpoint } from '#contract/endpoint.ts'
import { call } from '../base/call.ts'

/** Reads only when the operator asks, because every reading of a user's texts is recorded. */
export function useReading<Input extends z.ZodType, Output extends z.ZodType>(endpoint: Endpoint<Input, Output>) {
  const { mutate, data, error, isPending } = useMutation({
    mutationFn: (input: z.input<Input>) => call(endpoint, input)
  })
  return { read: (input: z.input<Input>) => mutate(input), data, error, isPending }
}
