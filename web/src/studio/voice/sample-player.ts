// One sample at a time, whichever of the page's buttons plays it.
import { useEffect, useSyncExternalStore } from 'react'
import { takeTurn } from '../../media/player/one-at-a-time.ts'

let audio: HTMLAudioElement | null = null
/** Of the button that is playing. */
let playing: string | null = null
const listeners = new Set<() => void>()

function become(id: string | null) {
  playing = id
  for (const listener of listeners) listener()
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

function stop() {
  if (playing === null) return
  audio?.pause()
  become(null)
}

function play(id: string, src: string) {
  stop()
  audio = new Audio(src)
  const own = audio
  const ended = () => void (audio === own && stop())
  // Paused from elsewhere when a result is played.
  for (const event of ['pause', 'ended', 'error']) own.addEventListener(event, ended)
  takeTurn(own)
  become(id)
  // Refused where the browser demands another click, or interrupted by the next sample.
  own.play().catch(ended)
}

export const voiceSamplePath = (voice: string): string => `/voices/${voice}.mp3`

/** A button's side of the player; leaving the page stops the sound. */
export function useSample(id: string, src: string) {
  const isPlaying = useSyncExternalStore(subscribe, () => playing === id)
  useEffect(
    () => () => {
      if (playing === id) stop()
    },
    [id]
  )
  return { isPlaying, toggle: () => (isPlaying ? stop() : play(id, src)) }
}
