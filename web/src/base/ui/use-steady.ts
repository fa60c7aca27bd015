import { useCallback, useEffect, useRef } from 'react'

/** The same function at each drawing, which calls the newest: for lists that are long and drawn only when they change. Not while drawing. */
export function useSteady<Taken extends unknown[]>(act: (...taken: Taken) => void): (...taken: Taken) => void {
  const latest = useRef(act)
  useEffect(() => {
    latest.current = act
  })
  return useCallback((...taken) => latest.current(...taken), [])
}
