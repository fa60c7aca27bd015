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

/** What the brand in `ftyp` says about the whole file: a still picture, a film of QuickTime, or anything else of MP4. */
export function typeOfBrand(brand: string): string {
  if (brand === 'qt  ') return 'video/quicktime'
  return stillBrands[brand] ?? 'video/mp4'
}
