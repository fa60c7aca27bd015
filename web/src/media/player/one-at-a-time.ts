let playing: HTMLMediaElement | null = null

/** Whatever else plays in this tab is paused. */
export function takeTurn(media: HTMLMediaElement): void {
  if (playing && playing !== media && !playing.paused) playing.pause()
  playing = media
}

/** An element that is taken out of the page would play on, where nobody could stop it. */
export function giveTurnBack(media: HTMLMediaElement): void {
  if (!media.paused) media.pause()
  if (playing === media) playing = null
}
