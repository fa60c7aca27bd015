export interface AudioPlayerProps {
  src: string
  /** What is heard; names the controls for screen readers. */
  title: string
  /** Starts at this speed; 1 without it. The pitch is kept. */
  playbackRate?: number | undefined
  downloadUrl?: string | undefined
  /** The address cannot be played, or not any more: signed addresses expire. */
  onError?: (() => void) | undefined
}

export const AudioPlayer = ({ src, title, onError }: AudioPlayerProps) => (
  // oxlint-disable-next-line jsx-a11y/media-has-caption -- generated speech; its text stands beside it
  <audio controls src={src} aria-label={title} onError={onError} />
)
