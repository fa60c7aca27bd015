/** Brands of ISO base media files that hold a still picture. */
const stillBrands: Readonly<Record<string, string>> = {
  heic: 'image/heic',
  heix: 'image/heic',
  hevc: 'image/heic',
  hevx: 'image/heic',
  heim: 'image/heic',
  heis: 'image/heic',
  mif1: 'image/heic',
  msf1: 'image/heic',
  avif: 'image/avif',
  avis: 'image/avif'
}

const quickTime = 'video/quicktime'

/**
 * What the brand in `ftyp` says about the whole file: a still picture, a film of QuickTime, or anything else of MP4.
 * @param brand null: the file has no `ftyp`, as QuickTime had none in its first years
 */
export function typeOfBrand(brand: string | null): string {
  if (brand === null || brand === 'qt  ') return quickTime
  return stillBrands[brand] ?? 'video/mp4'
}

/** What QuickTime files without `ftyp` begin with: the film, its samples, room to spare, a preview. */
const firstBoxes = new Set(['moov', 'mdat', 'wide', 'skip', 'free', 'pnot'])

/**
 * What a file is as far as its beginning tells.
 * @param head its bytes from the fifth to the twelfth: the name of its first box, and the brand if that is `ftyp`
 * @returns null when it does not begin like such a file
 */
export function typeOfBoxes(head: string): string | null {
  const name = head.slice(0, 4)
  if (name === 'ftyp') return typeOfBrand(head.slice(4, 8))
  return firstBoxes.has(name) ? quickTime : null
}
