import { useRef } from 'react'
import { useMutation } from '@tanstack/react-query'

interface SingleMutation<Input, Output> {
  mutationFn: (input: Input) => Promise<Output>
  onSuccess?: (output: Output) => void
  onError?: (error: Error) => void
}

/** A mutation that runs once at a time: the second click of a double click arrives before the button is disabled. */
export function useSingleMutation<Input = void, Output = unknown>({
  mutationFn,
  onSuccess,
  onError
}: SingleMutation<Input, Output>) {
  const running = useRef(false)
  const { mutate, error, isPending } = useMutation<Output, Error, Input>({
    mutationFn,
    onSuccess: (output) => onSuccess?.(output),
    onError: (failure) => onError?.(failure),
    onSettled: () => {
      running.current = false
    }
  })
  const start = (input: Input) => {
    if (running.current) return
    running.current = true
    mutate(input)
  }
  return { start, error, isPending }
}
