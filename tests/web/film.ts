// Makes media elements play: those of jsdom do nothing.
import { fireEvent } from '@testing-library/react'
import { vi } from 'vitest'

const durations = new WeakMap<HTMLMediaElement, number>()
const playing = new WeakSet<HTMLMediaElement>()

/** Lets elements play and pause; `vi.restoreAllMocks` undoes it. */
export function letMediaPlay(): void {
  const { prototype } = HTMLMediaElement
  vi.spyOn(prototype, 'play').mockImplementation(async function play(this: HTMLMediaElement) {
    playing.add(this)
    fireEvent.play(this)
  })
  vi.spyOn(prototype, 'pause').mockImplementation(function pause(this: HTMLMediaElement) {
    playing.delete(this)
    fireEvent.pause(this)
  })
  vi.spyOn(prototype, 'load').mockImplementation(() => undefined)
  vi.spyOn(prototype, 'paused', 'get').mockImplementation(function paused(this: HTMLMediaElement) {
    return !playing.has(this)
  })
  vi.spyOn(prototype, 'duration', 'get').mockImplementation(function duration(this: HTMLMediaElement) {
    return durations.get(this) ?? Number.NaN
  })
}

/** The element has loaded its metadata. */
export function loaded(media: HTMLMediaElement, durationSeconds: number): void {
  durations.set(media, durationSeconds)
  fireEvent.durationChange(media)
  fireEvent.loadedMetadata(media)
}

export function playsUntil(media: HTMLMediaElement, seconds: number): void {
  media.currentTime = seconds
  fireEvent.timeUpdate(media)
}
