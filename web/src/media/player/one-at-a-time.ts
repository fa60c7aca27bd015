import { pageStore } from '../../base/storage/page-store.ts'

const playing = pageStore<HTMLMediaElement | null>(() => null)

/** Pauses the element that was playing in this tab before. */
export function takeTurn(media: HTMLMediaElement): void {
  const before = playing.getState()
  if (before && before !== media && !before.paused) before.pause()
  playing.setState(media, true)
}

/** Pauses an element that leaves the page: it would play on, and the user could not stop it. */
export function giveTurnBack(media: HTMLMediaElement): void {
  if (!media.paused) media.pause()
  if (playing.getState() === media) playing.setState(null, true)
}
