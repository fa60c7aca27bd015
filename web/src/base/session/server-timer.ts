import { readKnown, serverNow, useKnown } from './prices.ts'

/** The present by the server's clock at each rendering, of which there is one more when that clock becomes known. */
export function useServerNow(): number {
  return serverNow(useKnown().known)
}

/** The browser's longest timer: what is later than this is not waited for. */
const timerMaxMs = 2 ** 31 - 1

/**
 * Runs this at a moment of the server's clock, or at once when that is past. It asks for that clock first: a page may come before its
 * answer, and the clock of a device may be wrong by hours. @returns takes it back
 */
export function atServerTime(time: number, run: () => void): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined
  let isOff = false
  const begin = () => {
    const waitMs = Math.max(0, time - serverNow())
    if (!isOff && waitMs <= timerMaxMs) timer = setTimeout(run, waitMs)
  }
  void readKnown().then(begin, begin)
  return () => {
    isOff = true
    clearTimeout(timer)
  }
}
