import { useEffect, useEffectEvent, useState } from 'react'
import { z } from 'zod'
import type { StudioEntry } from '#contract/catalogue/entry.ts'
import { promptHelperIn } from '#contract/catalogue/models.ts'
import { helpWithPrompt } from '#contract/prompt-help.ts'
import { operationId } from '#contract/validation.ts'
import { useSingleMutation } from '../../base/form/use-single-mutation.ts'
import { blipPauseMs, retried } from '../../base/http/retry.ts'
import { ApiError, call } from '../../base/session/client.ts'
import { modelsNow } from '../../base/session/models.ts'
import { refreshPrices, shownPrice } from '../../base/session/prices.ts'
import { setBalance } from '../../base/session/session-store.ts'
import { newOperationId } from '../../base/storage/operation-id.ts'
import { unsentKey } from '../../base/storage/unsent.ts'

/** The idea whose description is being written or is shown: after a reload its operation id finds it again, without a second charge. */
const stored = z.object({ operationId, idea: z.string(), owner: z.string() })
export type AskedHelp = z.infer<typeof stored>

/** What this user asked on this page and has not used yet. */
export function readAskedHelp(path: string, owner: string): AskedHelp | null {
  try {
    const read = stored.parse(JSON.parse(localStorage.getItem(unsentKey('help', path)) ?? ''))
    return read.owner === owner ? read : null
  } catch {
    return null
  }
}

/** Stored before the request leaves. The same idea keeps its id; `isNew` asks for another description of it. */
function askHelp(path: string, { owner, idea, isNew }: { owner: string; idea: string; isNew: boolean }): AskedHelp {
  const known = readAskedHelp(path, owner)
  if (known?.idea === idea && !isNew) return known
  const asked = { operationId: newOperationId(), idea, owner }
  try {
    localStorage.setItem(unsentKey('help', path), JSON.stringify(asked))
  } catch {
    // Blocked or full storage: the description is found as long as the page lasts.
  }
  return asked
}

function forgetAskedHelp(path: string): void {
  try {
    localStorage.removeItem(unsentKey('help', path))
  } catch {
    // Blocked storage holds nothing.
  }
}

/** The answer under this id has ended and was not delivered: another attempt needs another id. */
const isSpent = (error: unknown): boolean =>
  error instanceof ApiError &&
  (['IDEMPOTENCY_MISMATCH', 'ANSWER_EXPIRED'].includes(error.code) ||
    (typeof error.data === 'object' && error.data !== null && 'settlement' in error.data))

const stillRunningMs = 2000
/** A minute: no description takes longer. */
const questionsMax = 30

function pauseMs(failures: number, error: unknown): number | null {
  if (isSpent(error)) return null
  const isRunning = error instanceof ApiError && error.code === 'OPERATION_IN_PROGRESS'
  return isRunning && failures < questionsMax ? stillRunningMs : blipPauseMs(failures, error)
}

/** Asks for descriptions of ideas, one at a time. One that a reload interrupted is taken up again. */
export function useHelp({ id: service, path }: StudioEntry, owner: string) {
  const [description, setDescription] = useState<string | null>(null)
  const { start, isPending, error } = useSingleMutation({
    mutationFn: async ({ idea, isNew }: { idea: string; isNew: boolean }) => {
      const asked = askHelp(path, { owner, idea, isNew })
      const shown = shownPrice(promptHelperIn(modelsNow())?.priceTokens ?? 0)
      const headers = { 'idempotency-key': asked.operationId, ...shown }
      const attempt = () => call(helpWithPrompt, { service, idea: asked.idea }, { headers })
      return await retried(attempt, pauseMs)
    },
    onSuccess: ({ prompt, balance }) => {
      setBalance(balance)
      setDescription(prompt)
    },
    onError: (failure) => {
      if (failure instanceof ApiError && failure.code === 'PRICE_CHANGED') refreshPrices()
      if (isSpent(failure)) forgetAskedHelp(path)
    }
  })
  const resume = useEffectEvent(() => {
    const asked = readAskedHelp(path, owner)
    if (asked) start({ idea: asked.idea, isNew: false })
  })
  useEffect(() => resume(), [])

  return {
    description,
    setDescription,
    isPending,
    error,
    /** Another idea, or another description of the one that is shown. */
    ask: (idea: string) => start({ idea, isNew: description !== null }),
    forget: () => forgetAskedHelp(path)
  }
}
