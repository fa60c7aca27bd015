// The encoding of a code page of Windows, by its number or by the number of a font's character set.

const labels: ReadonlyMap<number, string> = new Map([
  [866, 'ibm866'],
  [874, 'windows-874'],
  [932, 'shift_jis'],
  [936, 'gbk'],
  [949, 'euc-kr'],
  [950, 'big5'],
  [10000, 'macintosh'],
  [10007, 'x-mac-cyrillic'],
  [20866, 'koi8-r'],
  [21866, 'koi8-u'],
  [28595, 'iso-8859-5'],
  [65001, 'utf-8'],
  ...Array.from({ length: 9 }, (_, index) => [1250 + index, `windows-${1250 + index}`] as const)
])

const pagesOfCharsets: ReadonlyMap<number, number> = new Map([
  [77, 10000],
  [128, 932],
  [129, 949],
  [134, 936],
  [136, 950],
  [161, 1253],
  [162, 1254],
  [163, 1258],
  [177, 1255],
  [178, 1256],
  [186, 1257],
  [204, 1251],
  [222, 874],
  [238, 1250]
])

/** The name for `TextDecoder`; Western Europe for a page that it does not know. */
export const encodingOfPage = (page: number): string => labels.get(page) ?? 'windows-1252'

/** @returns null for a set without an encoding: then the file's own code page counts */
export const encodingOfCharset = (charset: number): string | null => {
  const page = pagesOfCharsets.get(charset)
  return page === undefined ? null : encodingOfPage(page)
}
