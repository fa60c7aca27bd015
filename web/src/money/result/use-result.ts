import { useEffect, useEffectEvent } from 'react'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { confirm, rereadMoney } from '../payments.ts'
import { paymentsKey } from '../../base/http/query-keys.ts'
import { isBlip } from '../../base/http/retry.ts'
import { useSession } from '../../base/session/session.tsx'
import { startSession } from '../../base/session/session-store.ts'
import { endIntent } from '../shop/intent.ts'

const askMs = 2000
/** Whoever still waits after this many questions waits for a bank. */
const eagerQuestions = 60
const laterAskMs = 10_000

/** What became of a payment; asked again as long as nobody knows. */
export function useResult(paymentId: string) {
  const { user } = useSession()
  const queries = useQueryClient()
  const result = useQuery({
    queryKey: [...paymentsKey, 'result', paymentId],
    queryFn: ({ signal }) => confirm(paymentId, signal),
    enabled: user !== null,
    staleTime: 0,
    retry: (failures, error) => failures < 2 && isBlip(error),
    refetchInterval: ({ state: { data, dataUpdateCount, errorUpdateCount } }) => {
      if (data?.status !== 'pending') return false
      return dataUpdateCount + errorUpdateCount < eagerQuestions ? askMs : laterAskMs
    }
  })

  const status = result.data?.status
  const settle = useEffectEvent(() => {
    endIntent({ paymentId })
    // The first purchase opens all models, and Premium everything: the plan stands in the profile.
    if (status === 'completed') void startSession()
    void rereadMoney(queries)
  })
  useEffect(() => {
    if (status !== undefined && status !== 'pending') settle()
  }, [status])
  return result
}
