import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import * as contract from '#contract/ready.ts'
import type { ReadyChannel, ReadySettings } from '#contract/ready.ts'
import { isNotFound } from '../../base/http/api-error.ts'
import { errorText } from '../../base/http/error-text.ts'
import { accountKey } from '../../base/http/query-keys.ts'
import { call } from '../../base/session/client.ts'
import { useSession } from '../../base/session/session.tsx'
import { notify } from '../../base/ui/notify.ts'
import { deviceIdOf, subscribedHere, subscribeHere, unsubscribeHere } from './browser-push.ts'

/** Where this browser keeps that its user wants no messages on it. */
const refusedKey = 'ready-refused-here'

export function wasRefusedHere(): boolean {
  try {
    return localStorage.getItem(refusedKey) !== null
  } catch {
    return false
  }
}

export function keepRefusal(isRefused: boolean): void {
  try {
    if (isRefused) localStorage.setItem(refusedKey, '1')
    else localStorage.removeItem(refusedKey)
  } catch {
    // Without storage the question comes again with the next page.
  }
}

interface Ready {
  settings: ReadySettings
  /** The id of this browser's subscription; null without one. */
  here: string | null
}

/** Registers a subscribed browser again that the server does not know, as after signing in again. */
async function readReady(signal: AbortSignal): Promise<Ready> {
  const [settings, device] = await Promise.all([call(contract.readReadySettings, {}, { signal }), subscribedHere()])
  if (!device) return { settings, here: null }
  const here = await deviceIdOf(device)
  const isLost = settings.channel === 'browser' && settings.devices.every(({ id }) => id !== here)
  return { settings: isLost ? await call(contract.addPushDevice, device) : settings, here }
}

const readyKey = [...accountKey, 'ready'] as const
const readyQuery = queryOptions({ queryKey: readyKey, queryFn: ({ signal }) => readReady(signal) })

export const deniedText = 'Браузер не разрешил сообщения. Разрешите их в настройках сайта или выберите письма'

/** How the user hears of jobs that are ready, and the ways to change it. Each resolves to whether it was done. */
export function useReady() {
  const { user } = useSession()
  const queries = useQueryClient()
  const { data, isError, refetch } = useQuery({ ...readyQuery, enabled: user !== null })
  const [busy, setBusy] = useState(false)

  async function change(work: () => Promise<Ready | null>): Promise<boolean> {
    setBusy(true)
    try {
      const next = await work()
      if (next) queries.setQueryData(readyKey, next)
      return next !== null
    } catch (error) {
      notify.error(errorText(error, 'Не удалось сохранить. Попробуйте ещё раз'))
      return false
    } finally {
      setBusy(false)
    }
  }

  const choose = (channel: Exclude<ReadyChannel, 'browser'>) =>
    change(async () => {
      const settings = await call(contract.chooseReadyChannel, { channel })
      await unsubscribeHere().catch(() => undefined)
      return { settings, here: null }
    })

  const allowHere = () =>
    change(async () => {
      if (!data) return null
      const device = await subscribeHere(data.settings.publicKey)
      if (device !== 'denied') {
        keepRefusal(false)
        return { settings: await call(contract.addPushDevice, device), here: await deviceIdOf(device) }
      }
      notify.error(deniedText)
      return null
    })

  const forgetHere = () =>
    change(async () => {
      const id = data?.here
      if (!id) return null
      await call(contract.removePushDevice, { id }).catch((error: unknown) => {
        if (!isNotFound(error)) throw error
      })
      await unsubscribeHere()
      // A user who switches it off here is not asked again.
      keepRefusal(true)
      return { settings: await call(contract.readReadySettings, {}), here: null }
    })

  return { ...data, isError, reload: () => void refetch(), busy, choose, allowHere, forgetHere }
}
