// What is read in a PDF beside plain pages of Latin text.
import { afterEach, describe, expect, test, vi } from 'vitest'
import { documentTypes } from '#contract/document-kinds.ts'
import { Work } from '#formats/work.ts'
import { BundledCMaps } from '#reader/pdf-cmaps.ts'
import { readDocument } from '#reader/read-document.ts'
import { encryptedPdf } from '../support/pdf-encrypted.ts'
import { cjkPdf, drawn, fontOf, pagePdf, streamObject } from '../support/pdf-files.ts'

/** A CMap in a PDF that goes on from another object. */
const cMap = (name: string, next: number) =>
  streamObject(
    `/${name} usecmap 1 begincodespacerange <0000> <ffff> endcodespacerange`,
    `/Type /CMap /CMapName /${name} /UseCMap ${next} 0 R`
  )

afterEach(() => vi.restoreAllMocks())

const read = (bytes: Uint8Array) => readDocument(bytes)

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
    expect(await read(cjkPdf(`/${encoding}`, ordering, codes))).toEqual({ text, type: documentTypes.pdf })
  })

  test('is read by a CMap in the PDF that goes on from one outside', async () => {
    const own = streamObject(
      '/UniGB-UCS2-H usecmap 1 begincodespacerange <0000> <ffff> endcodespacerange 1 begincidchar <0041> 4532 endcidchar',
      '/Type /CMap /CMapName /Own /UseCMap /UniGB-UCS2-H'
    )
    const text = await read(cjkPdf('8 0 R', 'GB1', '5408540c', [own]))
    expect(text).toMatchObject({ text: '合同' })
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

describe('the lines of a page', () => {
  test.each([
    [
      'a heading that is drawn again as its shadow',
      drawn([20, 100, 'Report'], [20.5, 99.8, 'Report'], [20, 80, 'May']),
      'Report\nMay'
    ],
    ['a line that is drawn again later', drawn([20, 100, 'One'], [20, 80, 'Two'], [20, 100, 'One']), 'One\nTwo'],
    ['the same word in two places', drawn([20, 100, 'No'], [20, 80, 'No']), 'No\nNo'],
    [
      'cells of a table',
      drawn([20, 100, 'Tomsk'], [120, 100, '556'], [200, 100, 'in Siberia'], [20, 80, 'Pskov'], [120, 80, '187']),
      'Tomsk\t556\tin Siberia\nPskov\t187'
    ],
    [
      'words that stand apart between straight margins',
      'BT /F1 12 Tf 20 100 Td [(one) -3000 (two) -3000 (three)] TJ ET',
      'one two three'
    ],
    ['a page that lies on its side', drawn([20, 100, 'One'], [20, 80, 'Two']), 'One\nTwo', '/Rotate 90'],
    [
      'text that runs upwards',
      'BT /F1 12 Tf 0 1 -1 0 40 20 Tm (One) Tj 0 -20 Td (Two) Tj 80 0 Td (apart) Tj ET',
      'One\nTwo\tapart'
    ]
  ])('are read: %s', async (_, content, text, page = '') => {
    expect(await read(pagePdf({ content, page }))).toEqual({ text, type: documentTypes.pdf })
  })

  test.each([
    ['where a word is divided', '<636f6e746980>', '<6e756564>', 'continued'],
    ['where the next line begins anew', '<636f6e746980>', '<4e756564>', 'conti\u2010\nNued'],
    ['that belongs to the word', '(north-)', '(west)', 'north-\nwest']
  ])('are put together at a hyphen %s', async (_, first, second, text) => {
    const content = `BT /F1 12 Tf 20 TL 20 100 Td ${first} Tj T* ${second} Tj ET`
    expect(await read(pagePdf({ content, font: fontOf('\u2010') }))).toEqual({ text, type: documentTypes.pdf })
  })

  test.each([
    [
      'Hebrew, with a number and Latin words',
      drawn([20, 100, '<8584>'], [41, 100, 'at noon'], [92, 100, '2026'], [125, 100, '<83828180>']),
      'שלום at noon 2026 אב'
    ],
    ['Arabic, of which the letters are drawn as they look in a word', drawn([20, 100, '<8687>']), 'لاب'],
    [
      'one word in a Latin line',
      drawn([20, 100, 'The word'], [72, 100, '<8584>'], [88, 100, 'is short']),
      'The word אב is short'
    ]
  ])('are read from right to left: %s', async (_, content, text) => {
    const font = fontOf('\u05E9\u05DC\u05D5\u05DD\u05D0\u05D1\uFE8F\uFEFC')
    expect(await read(pagePdf({ content, font }))).toEqual({ text, type: documentTypes.pdf })
  })
})

test('a PDF that only forbids to be changed is read, and one with a password is protected', async () => {
  expect(await read(encryptedPdf('Report', ''))).toMatchObject({ text: 'Report' })
  expect(await read(encryptedPdf('Report', 'secret'))).toEqual({ failure: 'protected' })
})

test('a page of thousands of texts gives others their turn again and again, and is given up when its time is over', async () => {
  const texts = Array.from({ length: 3000 }, (_, index) => [30 * (index % 8), index % 190, `w${index}`] as const)
  const content = drawn(...texts)
  const rest = vi.spyOn(Work.prototype, 'rest')
  expect(await read(pagePdf({ content }))).toMatchObject({ text: expect.stringContaining('w2999') })
  expect(rest.mock.calls.length).toBeGreaterThan(20)
  const begun = Date.now()
  // Each look at the clock is a second later than the one before.
  let looks = 0
  vi.spyOn(Date, 'now').mockImplementation(() => begun + 1000 * looks++)
  expect(await read(pagePdf({ content }))).toEqual({ failure: 'too-heavy' })
})
