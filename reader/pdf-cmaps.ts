// The CMaps that PDFs in Chinese, Japanese and Korean only name: which characters the codes of a font stand for. The reader contains them,
// because it has no network. Adobe's (reader/pdf-cmaps.license.txt), packed as in pdfjs-dist 5.6.205; scripts/pack-cmaps.ts
// writes them anew.

/** The request of pdf.js. */
interface WantedData {
  /** `cMapUrl`, or the name of an option that only drawing needs. */
  kind: string
  /** The name of a CMap, with `.bcmap`. */
  filename: string
}

/** The `BinaryDataFactory` of pdf.js. The CMaps are loaded when the first file asks for one. */
export class BundledCMaps {
  /** @throws Error when there is none of this name; pdf.js then leaves out the texts of the font */
  async fetch({ kind, filename }: WantedData): Promise<Uint8Array> {
    const { default: cMaps } = await import('./pdf-cmaps.json', { with: { type: 'json' } })
    const packed = new Map<string, string>(Object.entries(cMaps)).get(filename.replace(/\.bcmap$/, ''))
    if (kind !== 'cMapUrl' || packed === undefined) throw new Error('The reader has no such file')
    return Uint8Array.from(atob(packed), (character) => character.charCodeAt(0))
  }
}
