// A ZIP with some works: whose files it may have, how large it is, and until when its link works.
import { env } from 'cloudflare:workers'
import { unzipSync } from 'fflate'
import { expect, test } from 'vitest'
import { answered, dataOf, newPerson, sendAsVisitor } from '../support/worker/person.ts'
import { addFinished } from '../support/worker/finished-jobs.ts'
import { forgedLink } from '../support/worker/forged-link.ts'

interface Zip {
  url: string
  files: number
  sizeBytes: number
}
const pathOf = (url: string) => url.slice(`${env.SITE_ORIGIN}/api`.length)

test('a ZIP has all files under different names, as many bytes as was said, and ends with the session', async () => {
  const person = await newPerson({ shard: 1 })
  const ids = [await addFinished(person), await addFinished(person), await addFinished(person, { prompt: 'другое' })]
  const made = await dataOf<Zip>(await person.send('POST', '/library/zips', { ids }))
  const response = await sendAsVisitor('GET', pathOf(made.url))
  expect(Object.fromEntries(response.headers)).toMatchObject({
    'content-type': 'application/zip',
    'content-disposition': 'attachment; filename="works.zip"'
  })
  const bytes = new Uint8Array(await response.arrayBuffer())
  expect(bytes.length).toBe(made.sizeBytes)
  const files = unzipSync(bytes)
  expect(Object.keys(files).toSorted()).toEqual(
    ['Flux - другое.png', 'Flux - море (2).png', 'Flux - море.png'].toSorted()
  )
  expect(Object.values(files).map((file) => new TextDecoder().decode(file))).toEqual(['bytes', 'bytes', 'bytes'])
  expect((await sendAsVisitor('GET', forgedLink(pathOf(made.url), 'subject'))).status).toBe(404)
  await person.send('POST', '/auth/logout')
  expect((await sendAsVisitor('GET', pathOf(made.url))).status).toBe(404)
})

test('no ZIP has a work of another user, and none exceeds the size limit', async () => {
  const person = await newPerson()
  const own = await addFinished(person)
  const foreign = await addFinished(await newPerson())
  expect(await answered(await person.send('POST', '/library/zips', { ids: [own, foreign] }))).toMatchObject({
    status: 404
  })
  const file = { index: 0, type: 'video/mp4', sizeBytes: 1_000_000_000, width: 1, height: 1, durationSeconds: 1 }
  const film = await addFinished(person, { kind: 'video', service: 'luma', files: [file] })
  expect(await answered(await person.send('POST', '/library/zips', { ids: [own, film] }))).toMatchObject({
    status: 413,
    code: 'ZIP_TOO_LARGE'
  })
})

test('a ZIP whose work is deleted before the download is refused', async () => {
  const person = await newPerson()
  const ids = [await addFinished(person), await addFinished(person)]
  const { url } = await dataOf<Zip>(await person.send('POST', '/library/zips', { ids }))
  await person.send('DELETE', `/jobs/${ids[0]}/files`)
  expect((await sendAsVisitor('GET', pathOf(url))).status).toBe(404)
})
