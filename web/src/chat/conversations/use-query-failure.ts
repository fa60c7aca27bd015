import { useEffect } from 'react'
import { notify } from '../../base/ui/notify.ts'

/** Says once per failure that something could not be loaded. */
export function useQueryFailure({ error }: { error: Error | null }, text: string) {
  useEffect(() => {
    if (error) notify.error(text)
  }, [error, text])
}
