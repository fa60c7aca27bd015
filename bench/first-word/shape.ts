/** How an upstream answers: so many chunks, one every so many milliseconds; 0 means as fast as it can. */
export interface Shape {
  chunks: number
  pauseMs: number
}

/** The shape travels in the prompt, because the product decides what else the request to the upstream holds. */
export const promptOf = ({ chunks, pauseMs }: Shape) => `${chunks} chunks, ${pauseMs} ms`

export const promptPattern = /(\d+) chunks, (\d+) ms/g

/** What each chunk holds: the time when the upstream sent it, in nanoseconds on the monotonic clock. */
export const markPattern = /t(\d{9,}) /g
