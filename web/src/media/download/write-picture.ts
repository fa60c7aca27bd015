// Writes a picture in another format with the browser's own encoders.

/** Of 1: the traces of compression are not seen in a photo. */
const quality = 0.92

/**
 * @param type a media type that the browser writes
 * @throws Error when it cannot be read or written, for example because a phone draws no picture that large
 */
export async function pictureAs(type: string, source: Blob): Promise<Blob> {
  const bitmap = await createImageBitmap(source)
  try {
    const canvas = document.createElement('canvas')
    canvas.width = bitmap.width
    canvas.height = bitmap.height
    const context = canvas.getContext('2d')
    if (!context) throw new Error('No canvas')
    if (type === 'image/jpeg') {
      // JPEG has no transparency, and a canvas would turn it black.
      context.fillStyle = '#ffffff'
      context.fillRect(0, 0, canvas.width, canvas.height)
    }
    context.drawImage(bitmap, 0, 0)
    const written = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, type, quality))
    if (written?.type !== type) throw new Error('The browser does not write this format')
    return written
  } finally {
    bitmap.close()
  }
}
