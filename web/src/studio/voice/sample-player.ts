// One sample at a time, whichever of the page's buttons plays it.
import { useEffect, useSyncExternalStore } from 'react'
import { pageStore } from '../../base/storage/page-store.ts'
import { takeTurn } from '../../media/player/one-at-a-time.ts'

let audio: HTMLAudioElement | null = null
/** Of the button that is playing. */
const playing = pageStore<string | null>(() => null)

function stop() {
  if (playing.getState() === null) return
  audio?.pause()
  playing.setState(null, true)
}

function play(id: string, src: string) {
  stop()
  audio = new Audio(src)
  const own = audio
  const ended = () => void (audio === own && stop())
  // Paused from elsewhere when a result is played.
  for (const event of ['pause', 'ended', 'error']) own.addEventListener(event, ended)
  takeTurn(own)
  playing.setState(id, true)
  // Refused where the browser demands another click, or interrupted by the next sample.
  own.play().catch(ended)
}

export const voiceSamplePath = (voice: string): string => `/voices/${voice}.mp3`

/** A button's side of the player; leaving the page stops the sound. */
export function useSample(id: string, src: string) {
  const isPlaying = useSyncExternalStore(playing.subscribe, () => playing.getState() === id)
  useEffect(
    () => () => {
      if (playing.getState() === id) stop()
    },
    [id]
  )
  return { isPlaying, toggle: () => (isPlaying ? stop() : play(id, src)) }
}
