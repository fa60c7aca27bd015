import { useState } from 'react'
import { errorText } from '../../base/http/error-text.ts'
import { notify } from '../../base/ui/notify.ts'
import { deleteJob } from './job-calls.ts'

/** Removes jobs without a result from every list. It is not asked about: the settings are all that is lost. */
export function useDismiss(...ids: readonly string[]) {
  const [busy, setBusy] = useState(false)

  async function dismiss() {
    setBusy(true)
    try {
      for (const id of ids) await deleteJob(id)
    } catch (error) {
      notify.error(errorText(error, 'Не удалось убрать работу'))
      setBusy(false)
    }
  }

  return { busy, dismiss: () => void dismiss() }
}
