import { clsx } from 'clsx'

interface GalleryPictureProps {
  /** In `web/public/gallery`. */
  file: string
  /** Of the file, in pixels: the page keeps this room before the picture is loaded. */
  width: number
  height: number
  className?: string
}

/** A picture of the gallery beside a text that says what it shows. Loaded when it comes near the window. */
export const GalleryPicture = ({ file, width, height, className }: GalleryPictureProps) => (
  <img
    src={`/gallery/${file}`}
    width={width}
    height={height}
    alt=""
    loading="lazy"
    decoding="async"
    className={clsx('h-auto w-full bg-sunken object-cover', className)}
  />
)
