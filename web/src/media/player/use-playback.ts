import { type SyntheticEvent, useCallback, useEffect, useRef, useState } from 'react'
import { pageStore } from '../../base/storage/page-store.ts'

const playing = pageStore<HTMLMediaElement | null>(() => null)

/** Pauses the element that was playing in this tab before. */
export function takeTurn(media: HTMLMediaElement): void {
  const before = playing.getState()
  if (before && before !== media && !before.paused) before.pause()
  playing.setState(media, true)
}

/** Pauses an element that leaves the page: it would play on, and the user could not stop it. */
function giveTurnBack(media: HTMLMediaElement): void {
  if (!media.paused) media.pause()
  if (playing.getState() === media) playing.setState(null, true)
}

interface Source {
  src: string
  /** 1 is the speed of the recording; the pitch is kept. */
  rate?: number
  onError?: (() => void) | undefined
}

/** How far an arrow key skips: less in a short recording. */
const skipSeconds = (duration: number) => Math.min(5, Math.max(1, duration / 10))

/** State and controls of one audio or video element; `media` are the props of the element. */
export function usePlayback({ src, rate = 1, onError }: Source) {
  const element = useRef<HTMLMediaElement | null>(null)
  const { state, change, events } = useMediaState()
  const [failedSrc, setFailedSrc] = useState<string | null>(null)
  /** The position at which an address failed; playback goes on there with the next address. */
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
    // The browser resets `playbackRate` to the default for a new address.
    media.defaultPlaybackRate = rate
    media.playbackRate = rate
  }, [rate])

  function play() {
    // The element reports the failure as an `error` event as well.
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

/** The state that the events of an audio or video element report. */
function useMediaState() {
  const [state, setState] = useState({
    isPlaying: false,
    /** Playback has stopped to wait for data. */
    isWaiting: false,
    time: 0,
    /** Seconds; 0 while unknown. */
    duration: 0
  })
  const change = (part: Partial<typeof state>) => setState((was) => ({ ...was, ...part }))
  return {
    state,
    change,
    events: {
      // Infinite for recordings without a length in their header.
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
