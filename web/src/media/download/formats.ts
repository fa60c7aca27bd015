// The formats in which a result can be had besides its own: what the browser itself can write.
import { formatTitle } from '#contract/media-types.ts'

export interface DownloadFormat {
  /** Media type. */
  type: string
  /** `PNG` */
  title: string
  /** What is special about it. */
  hint: string
}

const format = (type: string, hint: string): DownloadFormat => ({ type, title: formatTitle(type), hint })

const pictures = [
  format('image/png', 'без потерь'),
  format('image/jpeg', 'меньше, без прозрачности'),
  format('image/webp', 'меньше всего')
]
const sounds = [format('audio/wav', 'без сжатия, для монтажа')]

/** Empty for films: no browser can write another format of them. */
export function otherFormats(type: string): readonly DownloadFormat[] {
  if (pictures.some((one) => one.type === type)) return pictures.filter((one) => one.type !== type)
  return type.startsWith('audio/') ? sounds.filter((one) => one.type !== type) : []
}

/** Safari reads WebP and does not write it: asked for it, a canvas gives a PNG. */
export function canWrite(type: string): boolean {
  if (!type.startsWith('image/')) return true
  const canvas = document.createElement('canvas')
  canvas.width = 1
  canvas.height = 1
  return canvas.toDataURL(type).startsWith(`data:${type}`)
}
