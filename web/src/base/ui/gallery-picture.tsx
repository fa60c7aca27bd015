import { clsx } from 'clsx'
import type { MadePicture } from './made-picture.ts'

/** A picture of the gallery beside a text that says what it shows. Loaded when it comes near the window. */
export const GalleryPicture = ({
  picture: { file, width, height },
  className
}: {
  picture: MadePicture
  className?: string
}) => (
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
