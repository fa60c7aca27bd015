// What is read of what was filled in on the pages of a PDF.
import { afterEach, describe, expect, test, vi } from 'vitest'
import { Work } from '#formats/work.ts'
import { readDocument } from '#reader/read-document.ts'
import { drawn, fieldAt, hexText, pagePdf, streamObject, ticked } from '../support/pdf-files.ts'

afterEach(() => vi.restoreAllMocks())

const read = (bytes: Uint8Array) => readDocument(bytes)
const formPdf = (...annotations: string[]) => pagePdf({ content: drawn([20, 180, 'Form']), annotations })
const text = (name: string, entries: string) => fieldAt(20, 100, `/FT /Tx /T ${hexText(name)} ${entries}`)
const box = (name: string, state: string, isTicked: boolean, entries = '') =>
  fieldAt(20, 100, `/FT /Btn /T ${hexText(name)} /V /${isTicked ? state : 'Off'} ${ticked(state, isTicked)} ${entries}`)
const surname = text('f1', `/TU ${hexText('Фамилия:')} /V ${hexText('Иванов')}`)
/** One of several, which are object 8 together. */
const button = (y: number, state: string, isTicked: boolean) =>
  fieldAt(20, y, `/Parent 8 0 R ${ticked(state, isTicked)}`)
const put = (subtype: string, entries: string) =>
  `<< /Type /Annot /Subtype /${subtype} /Rect [20 100 120 120] ${entries} >>`
/** UTF-8, as a byte for a character. */
const raw = (words: string) => Buffer.from(words).toString('latin1')
/** A name of the same. */
const rawName = (words: string) => Buffer.from(words).toString('hex').replaceAll(/../g, '#$&')

describe('the fields of a form', () => {
  test.each([
    ['by what viewers show of them', [surname], ['Фамилия: Иванов']],
    ['by their names', [text('Город', `/V ${hexText('Томск')}`)], ['Город: Томск']],
    ['without a name', [fieldAt(20, 100, '/FT /Tx /V (98700)')], ['98700']],
    ['of several lines', [text('Адрес', `/Ff 4096 /V ${hexText('Томск\rЛенина, 1')}`)], ['Адрес: Томск\nЛенина, 1']],
    [
      'in UTF-8 that is not called so',
      [text('f', `/TU (${raw('Имя')}) /V (${raw('Пётр Ящерицын')})`)],
      ['Имя: Пётр Ящерицын']
    ],
    ['with Latin letters', [text('f', '/V (caf\\351 \\200)')], ['f: café •']],
    ['once, of the same that stands in two places', [surname, surname], ['Фамилия: Иванов']],
    [
      'boxes by whether they are ticked',
      [box('Согласие', 'Yes', true), box('Рассылка', 'Yes', false), box('Семья', rawName('Женат'), true)],
      ['Согласие: да', 'Рассылка: нет', 'Семья: Женат']
    ],
    [
      'one of several boxes',
      [box('Оплата', 'Card', false), box('Оплата', 'Cash', true), surname],
      ['Оплата: Cash', 'Фамилия: Иванов']
    ],
    [
      'choices, as the list shows them',
      [
        fieldAt(
          20,
          100,
          `/FT /Ch /T (c1) /TU ${hexText('Город')} /Ff 131072 /V (2) /Opt [[(1) ${hexText('Псков')}] [(2) ${hexText('Томск')}]]`
        ),
        fieldAt(20, 80, '/FT /Ch /T (c2) /Ff 2097152 /V [(one) (three)] /Opt [(one) (two) (three)]')
      ],
      ['Город: Томск', 'c2: one, three']
    ]
  ])('are read: %s', async (_, annotations, lines) =>
    expect(await read(formPdf(...annotations))).toMatchObject({ text: ['Form', ...lines].join('\n') })
  )

  test.each([
    ['is empty', [text('Город', '/V ()'), text('Улица', '')]],
    ['is a form without filled-in fields', [text('Город', ''), box('Согласие', 'Yes', false)]],
    ['is a password', [text('Пароль', '/Ff 8192 /V (secret)')]],
    ['is hidden', [fieldAt(20, 100, '/FT /Tx /T (a) /V (hidden)').replace('/F 4', '/F 2')]],
    [
      'is a button',
      [fieldAt(20, 100, `/FT /Btn /T (send) /Ff 65536 /TU (Send) /MK << /CA (Send) >> /A << /S /ResetForm >>`)]
    ],
    ['is a signature', [fieldAt(20, 100, '/FT /Sig /T (sign) /V << /Type /Sig /Name (Ivanov) >>')]],
    ['is broken', ['<< /Type /Annot /Subtype /Widget /FT /Tx /T 5 /V [1] /Rect (x) /TU /Name >>', '17', '<< >>']]
  ])('are left out of what %s', async (_, annotations) =>
    expect(await read(formPdf(...annotations))).toMatchObject({ text: 'Form' })
  )

  test('are not repeated when the page draws them as well', async () => {
    const field = fieldAt(100, 96, `/FT /Tx /T (sum) /V (98 700)`)
    const content = drawn([20, 100, 'Sum:'], [102, 100, '98 700'])
    expect(await read(pagePdf({ content, annotations: [field] }))).toMatchObject({ text: 'Sum:\t98 700' })
    const elsewhere = drawn([20, 100, 'Sum:'], [102, 40, '98 700'])
    expect(await read(pagePdf({ content: elsewhere, annotations: [field] }))).toMatchObject({
      text: 'Sum:\n98 700\nSum (sum): 98 700'
    })
  })

  test('are called by what stands beside them, when they have but a name', async () => {
    const content = drawn(
      [20, 100, 'Surname:'],
      [20, 80, 'Town'],
      [220, 80, 'far'],
      [125, 60, 'I agree'],
      [20, 40, 'Men']
    )
    const annotations = [
      fieldAt(80, 98, '/FT /Tx /T (Text1) /V (Ivanov)'),
      fieldAt(80, 78, '/FT /Tx /T (Text2) /V (Tomsk)'),
      fieldAt(20, 58, `/FT /Btn /T (Box1) /V /Yes ${ticked('Yes', true)}`),
      fieldAt(80, 20, '/FT /Tx /T (Text3) /V (alone)')
    ]
    const { text: all = '' } = (await read(pagePdf({ content, annotations }))) as { text?: string }
    expect(all.split('\n').slice(-4)).toEqual([
      'Surname (Text1): Ivanov',
      'Town (Text2): Tomsk',
      'I agree (Box1): да',
      'Text3: alone'
    ])
  })

  test.each([
    ['its name', 'male', 'female', 'Пол: female'],
    ['what stands beside it, of a mere number', '0', '1', 'Пол: Woman']
  ])('are read of several buttons: the chosen one, by %s', async (_, first, second, line) => {
    const group = `<< /FT /Btn /Ff 49152 /T ${hexText('Пол')} /V /${second} /Kids [6 0 R 7 0 R] >>`
    const content = drawn([124, 100, 'Man'], [124, 80, 'Woman'])
    const annotations = [button(98, first, false), button(78, second, true)]
    const bytes = pagePdf({ content, annotations, form: '/Fields [8 0 R]', more: [group] })
    expect(await read(bytes)).toMatchObject({ text: `Man\nWoman\n${line}` })
  })

  test('are read of widgets that the form does not list', async () => {
    expect(await read(pagePdf({ content: drawn([20, 180, 'Form']), annotations: [surname], form: '' }))).toMatchObject({
      text: 'Form\nФамилия: Иванов'
    })
  })
})

describe('what was put onto a page', () => {
  test.each([
    ['typed text', put('FreeText', `/DA (/F1 12 Tf) /Contents ${hexText('Принято')}`), 'Form\nПринято'],
    ['a note', put('Text', `/Contents ${hexText('Уточнить срок')}`), 'Form\nПримечание: Уточнить срок'],
    ['a hidden note', put('Text', `/F 2 /Contents ${hexText('Уточнить срок')}`), 'Form'],
    ['what became of a note', put('Text', '/State (Accepted) /StateModel (Review) /Contents (Accepted by me)'), 'Form'],
    ['a link', put('Link', '/Contents (To the shop) /A << /S /URI /URI (https://example.com) >>'), 'Form']
  ])('is read, or not: %s', async (_, annotation, all) =>
    expect(await read(formPdf(annotation))).toMatchObject({ text: all })
  )

  test('is read by how it looks, when it says nothing else', async () => {
    const look = streamObject(
      drawn([2, 4, 'Seen']),
      '/Type /XObject /Subtype /Form /BBox [0 0 100 20] /Resources << /Font << /F1 5 0 R >> >>'
    )
    const annotations = [put('FreeText', '/DA (/F1 12 Tf) /AP << /N 7 0 R >>')]
    expect(
      await read(pagePdf({ content: drawn([20, 180, 'Form']), annotations, form: '', more: [look] }))
    ).toMatchObject({
      text: 'Form\nSeen'
    })
  })
})

describe('a page that was made to cost much', () => {
  const many = Array.from({ length: 2000 }, (_, index) => index)

  test('by thousands of fields is read, and counted as work', async () => {
    const spend = vi.spyOn(Work.prototype, 'spend')
    const annotations = many.map((index) => fieldAt(40, 100, `/FT /Tx /T (f${index}) /V (${index})`))
    expect(await read(formPdf(...annotations))).toMatchObject({
      text: ['Form', ...many.map((index) => `f${index}: ${index}`)].join('\n')
    })
    expect(spend.mock.calls).toEqual([[2000 * 256]])
  })

  test('by thousands of fields beside thousands of texts names only some after those', async () => {
    const content = drawn(...many.map((index) => [20, index % 90, `w${index}`] as const), [20, 100, 'Town'])
    const annotations = many.map((index) => fieldAt(60, 100, `/FT /Tx /T (f${index}) /V (${index})`))
    const { text: all = '' } = (await read(pagePdf({ content, annotations }))) as { text?: string }
    expect(all).toContain('\nTown (f0): 0\n')
    expect(all.split('\n').at(-1)).toBe('f1999: 1999')
  })

  test('by fields that are parents of themselves is read', async () => {
    const looped = fieldAt(20, 100, '/FT /Tx /Parent 6 0 R /Kids [6 0 R] /T (loop) /V (value)')
    expect(await read(formPdf(looped))).toMatchObject({ text: 'Form\nloop: value' })
  })

  test.each(['__proto__', 'constructor', 'toString'])('by fields called %s has their values', async (name) => {
    const choice = fieldAt(20, 80, `/FT /Ch /T (${name}) /V (${name}) /Opt [(one)]`)
    expect(await read(formPdf(box(name, name, true), box(name, 'Yes', false), choice))).toMatchObject({
      text: `Form\n${name}: ${name}`
    })
  })
})
