// Files of chats: taking them, what the model is sent of them, what they cost, and when they go.
import { expect, test, vi } from 'vitest'
import { surchargeOf } from '#contract/catalogue/attachments.ts'
import { documentTypes } from '#contract/document-kinds.ts'
import { docx, pdf, textFile } from '../support/files.ts'
import { xlsx } from '../support/office-files.ts'
import { attach, attachRead, objectsOf, open, refusalOf, sendFile, stateOf } from '../support/worker/attaching.ts'
import { dataOf, newPerson } from '../support/worker/person.ts'
import { jpeg, png, secret } from '../support/worker/pictures.ts'
import { viewOf } from '../support/worker/reading.ts'
import { countOf, recount } from '../support/worker/storing.ts'
import { ask, branch, newChat, send, shownIn } from '../support/worker/versions.ts'

test('a picture is ready at once, loses its metadata, and the model of each maker sees it', async () => {
  const { person, id } = await newChat()
  const picture = await attach(person, jpeg, { name: 'Снимок.jpg' })
  expect(picture).toMatchObject({
    name: 'Снимок.jpg',
    kind: 'picture',
    type: 'image/jpeg',
    width: 80,
    height: 64,
    state: 'ready'
  })
  const file = await open(picture.url)
  expect(file.headers.get('content-type')).toBe('image/jpeg')
  expect(file.headers.get('content-disposition')).toMatch(/^inline; /)
  expect(await file.text()).not.toContain(secret)

  const { generatedText } = await ask(person, id, 'Кратко: что на снимке?', { attachments: [picture.id] })
  expect(generatedText).toContain('Вижу картинку JPEG 80×64.')
  for (const service of ['claude', 'xai']) {
    const own = await attach(person, png(30, 20))
    const asked = await person.send('POST', `/ai/text/${service}`, {
      prompt: 'Кратко: что это?',
      attachments: [own.id]
    })
    expect((await dataOf<{ generatedText: string }>(asked)).generatedText).toContain('Вижу картинку PNG 30×20.')
  }
  const [question] = await shownIn(person, id)
  expect(question!.attachments).toMatchObject([{ id: picture.id, name: 'Снимок.jpg', width: 80 }])
  expect(await viewOf(person.userId)).toMatchObject({
    availableTokens: 100 - 5 - 2 - (2 + 2) - (3 + 2),
    reservedTokens: 0
  })
})

test('documents and texts are read, and their words are sent', async () => {
  const { person, id } = await newChat()
  const files = await Promise.all([
    attachRead(person, pdf('Quarterly report of the north branch'), { name: 'report.pdf' }),
    attachRead(person, docx('Договор аренды & приложения', 'Второй абзац'), { name: 'договор.docx' }),
    attachRead(person, textFile('город;жители\nТверь;416000'), { name: 'города.csv' }),
    attachRead(person, xlsx([{ name: 'Лист', rows: '<row><c><v>5</v></c></row>' }]), { name: 'план.xlsx' })
  ])
  expect(files.map(({ kind, state, type }) => [kind, state, type])).toEqual([
    ['document', 'ready', documentTypes.pdf],
    ['document', 'ready', documentTypes.docx],
    ['text', 'ready', 'text/plain'],
    ['document', 'ready', documentTypes.xlsx]
  ])
  expect(await objectsOf(files[0].id)).toBe(2)
  const { generatedText } = await ask(person, id, 'Кратко: сравни', { attachments: files.map((file) => file.id) })
  expect(generatedText).toContain('файл «report.pdf» (символов: 36), в начале: Quarterly report of the north branch')
  expect(generatedText).toContain('в начале: Договор аренды & приложения Второй абзац')
  expect(generatedText).toContain('файл «города.csv» (символов: 25), в начале: город;жители Тверь;416000')
  expect(surchargeOf(files)).toBe(1)
  expect(await viewOf(person.userId)).toMatchObject({ availableTokens: 94 })
})

test('a table in the Cyrillic of Windows is read and kept as UTF-8', async () => {
  const { person, id } = await newChat()
  const file = await attach(person, new Uint8Array([0xd2, 0xe2, 0xe5, 0xf0, 0xfc, 0x3b, 0x34, 0x31, 0x36]), {
    name: 'т.csv'
  })
  expect(await (await open(file.url)).text()).toBe('Тверь;416')
  expect((await ask(person, id, 'Кратко: что тут?', { attachments: [file.id] })).generatedText).toContain('Тверь;416')
})

test('a scan, a broken file and one that is no document say so', async () => {
  const person = await newPerson()
  expect(await attachRead(person, pdf(null))).toMatchObject({
    state: 'failed',
    failure: expect.stringContaining('В файле нет текста')
  })
  expect(await attachRead(person, textFile('%PDF-1.7 nothing'))).toMatchObject({
    state: 'failed',
    failure: expect.stringContaining('повреждён')
  })
  expect(await attachRead(person, textFile('PK\x03\x04 nothing'))).toMatchObject({ state: 'failed' })
  for (const [bytes, text] of [
    [[1, 2, 3, 0, 255], 'не поддерживается'],
    [[0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1], 'старого Office']
  ] as const)
    expect(await refusalOf(sendFile(person, new Uint8Array(bytes)))).toMatchObject({
      status: 400,
      code: 'VALIDATION_FAILED',
      error: expect.stringContaining(text)
    })
})

test('later turns see the picture again and the beginning of a long document', async () => {
  const { person, id } = await newChat()
  const long = await attach(person, textFile('Слово дело. '.repeat(4000)), { name: 'книга.txt' })
  const picture = await attach(person, jpeg)
  await ask(person, id, 'Кратко: о чём книга?', { attachments: [picture.id, long.id] })
  const { generatedText } = await ask(person, id, 'Кратко: а подробнее?')
  expect(generatedText).toContain('Раньше: картинку JPEG 80×64.')
  expect(generatedText).toMatch(/Раньше: файл «книга.txt» \(символов: 1\d{4}, не целиком\), в начале: Слово дело/)
  // Also when nothing was kept of the path.
  const [question] = await shownIn(person, id)
  const again = await ask(person, id, 'Кратко: о чём книга?', {
    answersMessageId: question!.id,
    attachments: [picture.id, long.id]
  })
  expect(again.generatedText).toContain('(символов: 48000), в начале')
  expect(await refusalOf(send(person, id, 'Кратко: о чём книга?', { answersMessageId: question!.id }))).toMatchObject({
    code: 'CONFLICT'
  })
})

test('a branch keeps the files when the chat that they were asked in is deleted, and the last one takes them along', async () => {
  const { person, id } = await newChat()
  const file = await attach(person, jpeg)
  await ask(person, id, 'Кратко: что это?', { attachments: [file.id] })
  const [, answer] = await shownIn(person, id)
  const { data } = await branch(person, id, answer!.id)
  const { id: copy } = (data as { conversation: { id: number } }).conversation
  expect((await shownIn(person, copy))[0]!.attachments).toMatchObject([{ id: file.id }])
  expect(await countOf(person)).toBe(await recount(person))

  await dataOf(await person.send('DELETE', `/chat/conversations/${id}`))
  expect((await shownIn(person, copy))[0]!.attachments).toMatchObject([{ id: file.id }])
  expect((await open(file.url)).status).toBe(200)
  expect((await ask(person, copy, 'Кратко: а теперь?')).generatedText).toContain('Раньше: картинку')

  await dataOf(await person.send('DELETE', `/chat/conversations/${copy}`))
  await vi.waitFor(async () => expect(await objectsOf(file.id)).toBe(0), { timeout: 20_000 })
  expect((await open(file.url)).status).toBe(404)
  expect(await refusalOf(person.send('GET', `/chat/attachments/${file.id}`))).toMatchObject({ status: 404 })
  expect(await countOf(person)).toBe(await recount(person))
})

test('a file that was not sent can be taken back, one that was sent stays', async () => {
  const { person, id } = await newChat()
  const unsent = await attach(person, jpeg)
  expect((await person.send('DELETE', `/chat/attachments/${unsent.id}`)).status).toBe(200)
  await vi.waitFor(async () => expect(await objectsOf(unsent.id)).toBe(0), { timeout: 20_000 })
  const sent = await attach(person, jpeg)
  await ask(person, id, 'Кратко: что это?', { attachments: [sent.id] })
  expect((await person.send('DELETE', `/chat/attachments/${sent.id}`)).status).toBe(200)
  expect((await stateOf(person, sent.id)).state).toBe('ready')
})
