// Useless results that a provider delivers as if they were good: the words that ask for them.
import sharp from 'sharp'
import { describe, expect, it } from 'vitest'
import { paintPicture, retouchPicture } from '#sandbox/media/picture.ts'
import { speak, spokenOf } from '#sandbox/media/speech.ts'

const order = { text: 'Кот [брак:пусто]', width: 320, height: 240, type: 'image/png' } as const

describe('a picture', () => {
  it('that is asked to be blank has one colour, whether painted or made from another', async () => {
    const source = await paintPicture({ ...order, text: 'Кот' })
    for (const bytes of [await paintPicture(order), await retouchPicture({ ...order, source })]) {
      const { channels, isOpaque } = await sharp(bytes).stats()
      expect([isOpaque, channels.map(({ stdev }) => stdev)]).toEqual([true, [0, 0, 0]])
    }
  })

  it('that is asked to be of the wrong size has half the sides', async () => {
    const bytes = await paintPicture({ ...order, text: 'Кот [брак:размер]' })
    expect(await sharp(bytes).metadata()).toMatchObject({ width: 160, height: 120 })
  })

  it('that is asked to be huge is larger than anything worth keeping', async () => {
    const bytes = await paintPicture({ ...order, text: 'Кот [брак:огромный]' })
    expect(bytes.length).toBeGreaterThan(96 * 1024 * 1024)
  })
})

it('a recording that is asked to be silent lasts as long as one that is heard, and differs from it', () => {
  const text = 'Добрый вечер, друзья и гости'
  const heard = speak(spokenOf(`${text} [браг:тишина]`, 15), 'sarah')
  const silent = speak(spokenOf(`${text} [брак:тишина]`, 15), 'sarah')
  expect(Math.abs(silent.length - heard.length)).toBeLessThan(heard.length / 20)
  expect(new Set(silent).size).toBeLessThan(6)
})
