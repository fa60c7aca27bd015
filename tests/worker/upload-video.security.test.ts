import { expect, test } from 'vitest'
import { box, film, place, samples } from '../support/film.ts'
import { later, rowsOf, sendWith, standingQueues, storedUpload, submitted } from '../support/worker/generating.ts'
import { newPerson } from '../support/worker/person.ts'
import { dataUrl } from '../support/worker/pictures.ts'

const { bindings } = standingQueues()

test('a video is stored without the place where it was taken', async () => {
  const person = await newPerson({ tokens: 100 })
  const video = dataUrl('video/mp4', film(box('udta', box('\xa9xyz', place))))
  const body = { mode: 'video-to-video', prompt: 'Зима', video }
  await submitted(await sendWith(person, bindings, '/ai/video/runway', { body, headers: later }))
  const [row] = await rowsOf(person)
  const kept = Buffer.from((await storedUpload(row!, 'video')) ?? [])
  expect(kept.includes('udta')).toBe(false)
  expect(kept.includes(place)).toBe(false)
  expect(kept.includes(samples)).toBe(true)
})
