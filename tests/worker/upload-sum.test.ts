// Two pictures that are each small enough but together too large for the provider are refused before a reservation.
import { expect, test } from 'vitest'
import { expectUntouched, later, sendWith, standingQueues, submitted } from '../support/worker/generating.ts'
import { answered, newPerson } from '../support/worker/person.ts'
import { dataUrl, noisyPng } from '../support/worker/pictures.ts'

const { bindings } = standingQueues()

/** A picture of about 3 MB per thousand rows. */
const noise = (height: number) => dataUrl('image/png', noisyPng(3000, height))
const image = noise(1700)

async function transferStyle(styleImage: string) {
  const person = await newPerson({ tokens: 100 })
  const body = { tool: 'style-transfer', image, styleImage }
  return { person, response: await sendWith(person, bindings, '/ai/image/stability', { body, headers: later }) }
}

test('pictures above the provider’s total are refused, naming the larger one', async () => {
  const { person, response } = await transferStyle(noise(1800))
  const msg = 'Файлы слишком большие: для этого действия все вместе — не больше 9,9 МБ'
  expect(await answered(response)).toMatchObject({
    status: 400,
    code: 'VALIDATION_FAILED',
    data: { details: [{ path: 'styleImage', msg }] }
  })
  await expectUntouched(person, 100)
})

test('pictures within the provider’s total are accepted', async () => {
  const { response } = await transferStyle(noise(1700))
  expect((await submitted(response)).job.uploads).toEqual(['image', 'styleImage'])
})
