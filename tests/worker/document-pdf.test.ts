// PDFs that need more of the reader of documents than their own pages, in its runtime and bundle.
import { env } from 'cloudflare:workers'
import { expect, test } from 'vitest'
import { attachmentTextKey } from '#data/files/attachment-files.ts'
import { cjkPdf, drawn, fieldAt, hexText, pagePdf } from '../support/pdf-files.ts'
import { attachRead } from '../support/worker/attaching.ts'
import { newPerson } from '../support/worker/person.ts'

const surname = fieldAt(20, 100, `/FT /Tx /T (f1) /TU ${hexText('Фамилия')} /V ${hexText('Иванов')}`)
const typed = `<< /Type /Annot /Subtype /FreeText /Rect [20 50 120 70] /DA (/F1 12 Tf) /Contents ${hexText('Принято')} >>`

test.each([
  ['in Chinese without its font', cjkPdf('/UniGB-UCS2-H', 'GB1', '5408540c91d1989d'), '合同金额'],
  [
    'with a form and typed text',
    pagePdf({ content: drawn([20, 180, 'Form']), annotations: [surname, typed] }),
    'Form\nФамилия: Иванов\nПринято'
  ]
])('a PDF %s is read', async (_, bytes, text) => {
  const { id, state } = await attachRead(await newPerson(), bytes)
  expect(state).toBe('ready')
  expect(await (await env.MEDIA.get(attachmentTextKey(id)))?.text()).toBe(text)
})
