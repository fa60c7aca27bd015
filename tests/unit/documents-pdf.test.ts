// What is read in a PDF beside plain pages of Latin text.
import { describe, expect, test } from 'vitest'
import { documentTypes } from '#domain/attachment.ts'
import { BundledCMaps } from '#reader/pdf-cmaps.ts'
import { readDocument } from '#reader/read-document.ts'
import { cjkPdf, streamObject } from '../support/pdf-files.ts'

/** A CMap in a PDF that goes on from another object. */
const cMap = (name: string, next: number) =>
  streamObject(
    `/${name} usecmap 1 begincodespacerange <0000> <ffff> endcodespacerange`,
    `/Type /CMap /CMapName /${name} /UseCMap ${next} 0 R`
  )

const read = (bytes: Uint8Array) => readDocument(documentTypes.pdf, bytes)

describe('text in a font that is no part of the PDF', () => {
  test.each([
    ['Chinese, in Unicode', 'UniGB-UCS2-H', 'GB1', '5408540c91d1989d', '合同金额'],
    ['Chinese, as in old Windows', 'GBK-EUC-H', 'GB1', 'bacfcdacbdf0b6ee', '合同金额'],
    ['Chinese of Taiwan, as in old Windows', 'ETen-B5-H', 'CNS1', 'a658acf9aaf7c342', '合約金額'],
    ['Japanese, as in old Windows', '90ms-RKSJ-H', 'Japan1', '8c5f96f18be08a7a', '契約金額'],
    ['Japanese, from above to below', 'UniJIS-UTF16-V', 'Japan1', '59517d0491d1984d', '契約金額'],
    ['Korean, as in old Windows', 'KSCms-UHC-H', 'Korea1', 'b0e8bee020b1ddbed7', '계약 금액'],
    ['Chinese, by the numbers of the signs', 'Identity-H', 'GB1', '06bf0ccf', '改若']
  ])('is read: %s', async (_, encoding, ordering, codes, text) => {
    expect(await read(cjkPdf(`/${encoding}`, ordering, codes))).toEqual({ text })
  })

  test('is read by a CMap in the PDF that goes on from one outside', async () => {
    const own = streamObject(
      '/UniGB-UCS2-H usecmap 1 begincodespacerange <0000> <ffff> endcodespacerange 1 begincidchar <0041> 4532 endcidchar',
      '/Type /CMap /CMapName /Own /UseCMap /UniGB-UCS2-H'
    )
    const text = await read(cjkPdf('8 0 R', 'GB1', '5408540c', [own]))
    expect(text).toEqual({ text: '合同' })
  })

  test.each(['__proto__', 'constructor', 'toString', '../../x', 'UniGB-UCS2-H.bcmap', ''])(
    'is not looked for in a CMap called %j',
    async (name) => {
      const wanted = { kind: 'cMapUrl', filename: `${name}.bcmap` }
      await expect(new BundledCMaps().fetch(wanted)).rejects.toThrow('no such file')
      expect(await read(cjkPdf(`/${name}`, 'GB1', '5408'))).toEqual({ failure: 'empty' })
    }
  )

  test('is not read by CMaps that go on from each other in a ring', async () => {
    const bytes = cjkPdf('8 0 R', 'GB1', '5408540c', [cMap('One', 9), cMap('Two', 8)])
    expect(await read(bytes)).toEqual({ failure: 'empty' })
  })
})
