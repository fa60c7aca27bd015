export interface VideoPlayerProps {
  src: string
  /** What is seen; names the controls for screen readers. */
  label: string
  downloadUrl?: string | undefined
  /** The address cannot be played, or not any more: signed addresses expire. */
  onError?: (() => void) | undefined
}

export const VideoPlayer = ({ src, label, onError }: VideoPlayerProps) => (
  // oxlint-disable-next-line jsx-a11y/media-has-caption -- generated, nothing to caption it from
  <video controls src={src} aria-label={label} onError={onError} />
)
