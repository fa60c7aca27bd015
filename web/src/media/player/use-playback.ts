import { useCallback, useEffect, useRef, useState, type SyntheticEvent } from 'react'
import { giveTurnBack, takeTurn } from './one-at-a-time.ts'

interface Source {
  src: string
  /** 1 is the speed of the recording. The pitch is kept. */
  rate?: number
  onError?: (() => void) | undefined
}

/** What an arrow key moves by: less in a short recording. */
const skipSeconds = (duration: number) => Math.min(5, Math.max(1, duration / 10))

/** State and controls of one audio or video element, and what the element itself needs: `media`. */
export function usePlayback({ src, rate = 1, onError }: Source) {
  const element = useRef<HTMLMediaElement | null>(null)
  const { state, change, events } = useMediaState()
  const [failedSrc, setFailedSrc] = useState<string | null>(null)
  /** Where a failed address was left, for the one that takes its place. */
  const left = useRef<{ time: number; isPlaying: boolean } | null>(null)

  const attach = useCallback((media: HTMLMediaElement | null) => {
    element.current = media
    return () => {
      if (media) giveTurnBack(media)
    }
  }, [])

  useEffect(() => {
    const media = element.current
    if (!media) return
    media.preservesPitch = true
    // A new address begins at the default.
    media.defaultPlaybackRate = rate
    media.playbackRate = rate
  }, [rate])

  function play() {
    // What goes wrong comes as an event of the element, too.
    element.current?.play().catch(() => undefined)
  }

  function seek(to: number) {
    const media = element.current
    if (!media || state.duration === 0) return
    media.currentTime = Math.min(Math.max(0, to), state.duration)
    change({ time: media.currentTime })
  }

  function goOn({ currentTarget }: SyntheticEvent<HTMLMediaElement>) {
    if (left.current) currentTarget.currentTime = left.current.time
    if (left.current?.isPlaying) play()
    left.current = null
  }

  function fail({ currentTarget }: SyntheticEvent<HTMLMediaElement>) {
    left.current ??= { time: currentTarget.currentTime, isPlaying: state.isPlaying }
    change({ isPlaying: false, isWaiting: false })
    setFailedSrc(src)
    onError?.()
  }

  const onPlay = ({ currentTarget }: SyntheticEvent<HTMLMediaElement>) => {
    takeTurn(currentTarget)
    events.onPlay()
  }

  return {
    ...state,
    element,
    failed: failedSrc === src,
    toggle: () => (state.isPlaying ? element.current?.pause() : play()),
    seek,
    skip: (direction: 1 | -1) => seek((element.current?.currentTime ?? 0) + direction * skipSeconds(state.duration)),
    retry: () => {
      setFailedSrc(null)
      element.current?.load()
    },
    media: { ...events, ref: attach, src, preload: 'metadata', onPlay, onLoadedMetadata: goOn, onError: fail } as const
  }
}

export type Playback = ReturnType<typeof usePlayback>

type MediaEvent = SyntheticEvent<HTMLMediaElement>

/** What an audio or video element tells of itself; `events` are for the element. */
function useMediaState() {
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
