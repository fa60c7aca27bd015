// Fetches a result and saves it in another format. Loaded when it is first used.
import { aiMarkText } from '#contract/ai-mark.ts'
import { extensionOf } from '#contract/media-types.ts'
import { saveFile } from '../../base/ui/save-file.ts'

/** Of 1: the traces of compression are not seen in a photo. */
const quality = 0.92

/** A small line in the corner, which can be read on light and on dark pictures. */
function drawLine(context: CanvasRenderingContext2D) {
  const { width, height } = context.canvas
  const size = Math.max(10, Math.round(Math.min(width, height) / 40))
  context.font = `${size}px sans-serif`
  context.textAlign = 'right'
  context.textBaseline = 'bottom'
  const textWidth = context.measureText(aiMarkText).width
  context.fillStyle = 'rgba(0, 0, 0, 0.55)'
  context.fillRect(width - textWidth - size, height - size * 1.7, textWidth + size, size * 1.7)
  context.fillStyle = '#ffffff'
  context.fillText(aiMarkText, width - size / 2, height - size * 0.35)
}

/**
 * The picture in another format, by the browser's own encoders.
 * @param type a media type that the browser writes
 * @throws Error when it cannot be read or written, for example because a phone draws no picture that large
 */
async function pictureAs(type: string, source: Blob, isMarked: boolean): Promise<Blob> {
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
    if (isMarked) drawLine(context)
    const written = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, type, quality))
    if (written?.type !== type) throw new Error('The browser does not write this format')
    return written
  } finally {
    bitmap.close()
  }
}

const headBytes = 44
/** That of all recordings that are made here, and of compact discs. */
const sampleRate = 44_100

/** The samples of all channels, -1 to 1, as one WAV file: RIFF, PCM of 16 bits. */
export function wavOf(channels: readonly Float32Array[], rate: number): Blob {
  const frames = channels[0]?.length ?? 0
  const blockBytes = channels.length * 2
  const view = new DataView(new ArrayBuffer(headBytes + frames * blockBytes))
  const name = (at: number, text: string) => {
    for (let index = 0; index < text.length; index++) view.setUint8(at + index, text.charCodeAt(index))
  }
  name(0, 'RIFF')
  view.setUint32(4, view.byteLength - 8, true)
  name(8, 'WAVEfmt ')
  view.setUint32(16, 16, true)
  view.setUint16(20, 1, true)
  view.setUint16(22, channels.length, true)
  view.setUint32(24, rate, true)
  view.setUint32(28, rate * blockBytes, true)
  view.setUint16(32, blockBytes, true)
  view.setUint16(34, 16, true)
  name(36, 'data')
  view.setUint32(40, frames * blockBytes, true)
  for (const [channel, samples] of channels.entries())
    for (let frame = 0; frame < frames; frame++) {
      const sample = Math.max(-1, Math.min(1, samples[frame] ?? 0))
      view.setInt16(headBytes + frame * blockBytes + channel * 2, Math.round(sample * 32_767), true)
    }
  return new Blob([view.buffer], { type: 'audio/wav' })
}

/** @throws Error when the browser cannot decode the recording */
async function soundAsWav(source: Blob): Promise<Blob> {
  const context = new OfflineAudioContext(1, 1, sampleRate)
  const decoded = await context.decodeAudioData(await source.arrayBuffer())
  const channels = Array.from({ length: decoded.numberOfChannels }, (_, index) => decoded.getChannelData(index))
  return wavOf(channels, decoded.sampleRate)
}

interface Saved {
  url: string
  /** Without the extension. */
  name: string
  /** The media type to write. */
  type: string
  /** Whether the picture says that a model made it. */
  isMarked: boolean
}

/** @throws Error when the file cannot be fetched, read or written */
export async function saveAs({ url, name, type, isMarked }: Saved): Promise<void> {
  const response = await fetch(url)
  if (!response.ok) throw new Error('The file is gone')
  const source = await response.blob()
  const written = type.startsWith('image/') ? await pictureAs(type, source, isMarked) : await soundAsWav(source)
  saveFile(written, `${name}.${extensionOf(type)}`)
}
