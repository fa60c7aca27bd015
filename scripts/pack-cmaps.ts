// Writes reader/pdf-cmaps.json anew: the CMaps that pdf.js reads PDFs in Chinese, Japanese and Korean with. They are Adobe's, in the
// packed form that Mozilla makes of them, and change once in years. Unpack the package pdfjs-dist of the version in the header of
// reader/pdf-cmaps.ts, and name its folder: node scripts/pack-cmaps.ts <pdfjs-dist>/cmaps
import { copyFileSync, readFileSync, readdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { root } from './base/root.ts'

const ending = '.bcmap'
/** CMaps of files with text in UTF-8 and UTF-32. The PDF standard knows none of them, and they are half of the bytes. */
const left = /UTF(?:8|32)-/

const [folder = ''] = process.argv.slice(2)
const names = readdirSync(folder)
  .filter((file) => file.endsWith(ending) && !left.test(file))
  .map((file) => file.slice(0, -ending.length))
const packed = names.toSorted().map((name) => [name, readFileSync(join(folder, name + ending)).toString('base64')])
writeFileSync(join(root, 'reader/pdf-cmaps.json'), `${JSON.stringify(Object.fromEntries(packed), null, 2)}\n`)
copyFileSync(join(folder, 'LICENSE'), join(root, 'reader/pdf-cmaps.license.txt'))
