import type { MediaRoute } from '#contract/catalogue/entry.ts'
import { megabytesWithin, pictureLimitsOf } from '#contract/catalogue/picture-limits.ts'
import type { Size } from '../file/size.ts'
import { fittingSize } from './fitting-size.ts'
import { shareOfBytes } from './share-of-bytes.ts'

interface Chosen {
  size: Size
  bytes: number
  /** The files that are sent with it. */
  others: readonly number[]
}

/** What will be done to a picture before it is sent, told to its owner; null when nothing will. */
export function fitNote({ size, bytes, others }: Chosen, route: Pick<MediaRoute, 'provider' | 'model'>): string | null {
  const limits = pictureLimitsOf(route)
  const smaller = fittingSize(size, limits)
  if (smaller)
    return `Картинка будет уменьшена до ${smaller.width} × ${smaller.height}: больше этот инструмент не принимает`
  const isTooMuch = bytes > shareOfBytes(others, limits.bytesMax)
  if (!isTooMuch) return null
  const together = others.length > 0 ? 'все файлы вместе — ' : ''
  return `Картинка будет сжата: этот инструмент принимает ${together}не больше ${megabytesWithin(limits.bytesMax)}`
}
