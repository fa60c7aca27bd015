import { useEffect, useState } from 'react'
import { useIsOnline } from '../../base/page/online.ts'

const pauseMs = 5000
const patienceMs = 8000

/** No page and no call of the API, so nothing answers in its place. */
const asked = '/favicon.svg'

const answers = (): Promise<boolean> =>
  fetch(asked, { method: 'HEAD', cache: 'no-store', signal: AbortSignal.timeout(patienceMs) }).then(
    ({ ok }) => ok,
    () => false
  )

/**
 * Whether the site can be reached. A browser that has a network may still not reach it: it says `onLine` on any network, also on
 * one without a way out.
 */
export function useIsReachable(): boolean {
  const isOnline = useIsOnline()
  const [isReached, setReached] = useState(false)
  useEffect(() => {
    if (!isOnline) return undefined
    let timer: ReturnType<typeof setTimeout>
    let isWanted = true
    const ask = async () => {
      const reached = await answers()
      if (!isWanted) return
      setReached(reached)
      timer = setTimeout(() => void ask(), pauseMs)
    }
    void ask()
    return () => {
      isWanted = false
      clearTimeout(timer)
    }
  }, [isOnline])
  return isOnline && isReached
}
