import { useRef } from 'react'
import { useMutation } from '@tanstack/react-query'

interface SingleMutation<Input, Output> {
  mutationFn: (input: Input) => Promise<Output>
  onSuccess?: (output: Output, input: Input) => void
  onError?: (error: Error) => void
}

/** Its user has called it off, as in the dialog of session/call-fresh.ts: that is no failure. */
const isCalledOff = (error: Error | null): boolean => error?.name === 'AbortError'

/** A mutation that runs once at a time: the second click of a double click arrives before the button is busy. */
export function useSingleMutation<Input = void, Output = unknown>({
  mutationFn,
  onSuccess,
  onError
}: SingleMutation<Input, Output>) {
  const running = useRef(false)
  const { mutate, error, isPending, variables } = useMutation<Output, Error, Input>({
    mutationFn,
    onSuccess: (output, input) => onSuccess?.(output, input),
    onError: (failure) => {
      if (!isCalledOff(failure)) onError?.(failure)
    },
    onSettled: () => {
      running.current = false
    }
  })
  const start = (input: Input) => {
    if (running.current) return
    running.current = true
    mutate(input)
  }
  /** `variables`: what was started last. */
  return { start, error: isCalledOff(error) ? null : error, isPending, variables }
}
