import { useState, type SyntheticEvent } from 'react'

type MediaEvent = SyntheticEvent<HTMLMediaElement>

/** What an audio or video element tells of itself; `events` are for the element. */
export function useMediaState() {
  const [state, setState] = useState({
    isPlaying: false,
    /** It is to play, and waits for what to play. */
    isWaiting: false,
    time: 0,
    /** Seconds; 0 until it is known. */
    duration: 0
  })
  const change = (part: Partial<typeof state>) => setState((was) => ({ ...was, ...part }))
  return {
    state,
    change,
    events: {
      // Infinite while a browser does not know it: recordings without a length in their head.
      onDurationChange: ({ currentTarget: { duration } }: MediaEvent) =>
        change({ duration: Number.isFinite(duration) ? duration : 0 }),
      onTimeUpdate: ({ currentTarget: { currentTime } }: MediaEvent) => change({ time: currentTime }),
      onPlay: () => change({ isPlaying: true }),
      onPause: () => change({ isPlaying: false, isWaiting: false }),
      onWaiting: () => change({ isWaiting: true }),
      onPlaying: () => change({ isWaiting: false })
    }
  }
}
