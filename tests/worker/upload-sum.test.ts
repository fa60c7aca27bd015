// Two pictures that are fine one by one and too large for their provider together: refused before anything is paid for.
import { expect, test } from 'vitest'
import { expectUntouched, later, sendWith, standingQueues, submitted } from '../support/worker/generating.ts'
import { answered, newPerson } from '../support/worker/person.ts'
import { dataUrl, noisyPng } from '../support/worker/pictures.ts'

const { bindings } = standingQueues()

/** Three megabytes of pixels for every thousand rows. */
const noise = (height: number) => dataUrl('image/png', noisyPng(3000, height))
const image = noise(1700)

async function transferStyle(styleImage: string) {
  const person = await newPerson({ tokens: 100 })
  const body = { tool: 'style-transfer', image, styleImage }
  return { person, response: await sendWith(person, bindings, '/ai/image/stability', { body, headers: later }) }
}

test('more than the provider takes is refused at the larger picture', async () => {
  const { person, response } = await transferStyle(noise(1800))
  const msg = 'Файлы слишком большие: для этого действия все вместе — не больше 9,9 МБ'
  expect(await answered(response)).toMatchObject({
    status: 400,
    code: 'VALIDATION_FAILED',
    data: { details: [{ path: 'styleImage', msg }] }
  })
  await expectUntouched(person, 100)
})

test('as much as it takes is taken', async () => {
  const { response } = await transferStyle(noise(1700))
  expect((await submitted(response)).job.uploads).toEqual(['image', 'styleImage'])
})
