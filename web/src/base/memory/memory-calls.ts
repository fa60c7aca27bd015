// What the models remember of the user, and its changes.
import { queryOptions, useQueryClient } from '@tanstack/react-query'
import * as contract from '#contract/memory.ts'
import type { Memory } from '#contract/memory.ts'
import { useSingleMutation } from '../form/use-single-mutation.ts'
import { errorText } from '../http/error-text.ts'
import { memoryKey } from '../http/query-keys.ts'
import { call } from '../session/client.ts'
import { notify } from '../ui/notify.ts'

export const memoryQuery = queryOptions({
  queryKey: memoryKey,
  queryFn: ({ signal }) => call(contract.readMemory, {}, { signal })
})

export const switchMemory = (isOn: boolean) => call(contract.switchMemory, { isOn })
export const remember = (text: string, offer?: string) => call(contract.remember, { text, offer })
export const changeLine = (id: number, text: string) => call(contract.changeMemoryLine, { id, text })
export const forgetLine = (id: number) => call(contract.forgetMemory, { id })
export const forgetAll = () => call(contract.forgetMemory, { id: contract.allLines })
export const declineOffer = (offer: string) => call(contract.declineMemory, { id: offer })

/** Runs one change at a time, and shows what the memory is then. @param onDone called after a change that was made */
export function useMemoryChange(onDone?: () => void) {
  const queries = useQueryClient()
  return useSingleMutation({
    mutationFn: (change: () => Promise<Memory>) => change(),
    onSuccess: (memory) => {
      queries.setQueryData(memoryKey, memory)
      onDone?.()
    },
    onError: (error) => notify.error(errorText(error, 'Не удалось изменить память'))
  })
}
