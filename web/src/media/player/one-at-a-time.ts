import { pageStore } from '../../base/storage/page-store.ts'

const playing = pageStore<HTMLMediaElement | null>(() => null)

/** Whatever else plays in this tab is paused. */
export function takeTurn(media: HTMLMediaElement): void {
  const before = playing.getState()
  if (before && before !== media && !before.paused) before.pause()
  playing.setState(media, true)
}

/** An element that is taken out of the page would play on, where nobody could stop it. */
export function giveTurnBack(media: HTMLMediaElement): void {
  if (!media.paused) media.pause()
  if (playing.getState() === media) playing.setState(null, true)
}
