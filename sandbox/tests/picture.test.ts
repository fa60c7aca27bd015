// The sandbox's pictures: real files of the requested size and type that show their prompt.
import sharp from 'sharp'
import { describe, expect, it } from 'vitest'
import { linesOf, svgOfLine, widthOf } from '#sandbox/media/lettering.ts'
import { paintPicture, retouchPicture, sizeOfPicture } from '#sandbox/media/picture.ts'

const cat = { text: 'Рыжий кот', width: 320, height: 240, type: 'image/png' } as const

const line = (text: string) => svgOfLine({ text, x: 0, y: 0, size: 20, color: '#fff' })

/** Mean brightness of a horizontal strip of the picture, 0 to 255. */
async function brightness(bytes: Uint8Array, top: number, height: number): Promise<number> {
  const { width } = await sharp(bytes).metadata()
  const part = await sharp(bytes).extract({ left: 0, top, width, height }).greyscale().raw().toBuffer()
  return part.reduce((sum, value) => sum + value, 0) / part.length
}

describe('a painted picture', () => {
  it.each([
    ['image/png', 'png', 320, 240],
    ['image/jpeg', 'jpeg', 1536, 1024],
    ['image/webp', 'webp', 64, 256]
  ] as const)('is a real %s', async (type, format, width, height) => {
    const bytes = await paintPicture({ text: 'Кот', type, width, height })
    expect(await sharp(bytes).metadata()).toMatchObject({ format, width, height, hasAlpha: false })
    // Decodes the whole picture, too.
    await sharp(bytes).stats()
  })

  it('is the same for the same text and differs for another', async () => {
    const picture = await paintPicture(cat)
    expect(Buffer.compare(picture, await paintPicture(cat))).toBe(0)
    expect(Buffer.compare(picture, await paintPicture({ ...cat, text: 'Рыжий кит' }))).not.toBe(0)
  })

  it('shows its text in white', async () => {
    const { data } = await sharp(await paintPicture(cat))
      .greyscale()
      .extract({ left: 24, top: 200, width: 150, height: 20 })
      .raw()
      .toBuffer({ resolveWithObject: true })
    expect(Math.max(...data)).toBe(255)
    expect(Math.min(...data)).toBeLessThan(100)
  })

  it.each(['', 'Длинное описание картины. '.repeat(400), '<svg>&"\'', '日本語 🙂', '\u0000\n\t'])(
    'accepts any text: %j',
    async (text) => {
      expect(await sizeOfPicture(await paintPicture({ ...cat, text }))).toEqual({ width: 320, height: 240 })
    }
  )
})

it('a picture that is asked to be huge is larger than anything worth keeping', async () => {
  const bytes = await paintPicture({ ...cat, text: 'Кот [брак:огромный]' })
  expect(bytes.length).toBeGreaterThan(96 * 1024 * 1024)
})

describe('a retouched picture', () => {
  it('has the new size, and a dark caption panel at the top', async () => {
    const source = await sharp({ create: { width: 200, height: 100, channels: 3, background: '#ff9900' } })
      .jpeg()
      .toBuffer()
    const bytes = await retouchPicture({ ...cat, source, text: 'Сделай зимой' })
    expect(await sizeOfPicture(bytes)).toEqual({ width: 320, height: 240 })
    expect(await brightness(bytes, 20, 20)).toBeLessThan((await brightness(bytes, 200, 20)) - 30)
    const [corner] = await sharp(bytes).extract({ left: 1, top: 238, width: 1, height: 1 }).raw().toBuffer()
    expect(corner).not.toBe(0xff)
  })

  it('cannot be made from bytes that are not a picture', async () => {
    const source = new TextEncoder().encode('<html>')
    await expect(retouchPicture({ ...cat, source })).rejects.toThrow()
    expect(await sizeOfPicture(source)).toBeNull()
  })
})

describe('lettering', () => {
  const missing = line('\u{10ffff}')

  it.each(['абвгдеёжзийклмнопрстуфхцчшщъыьэюя', 'АБВГДЕЁЖЗИЙКЛМНОПРСТУФХЦЧШЩЪЫЬЭЮЯ', 'azAZ09.,:;!?«»„“—–…()[]/№₽%'])(
    'has a separate outline for every character of %s',
    (alphabet) => {
      const outlines = Array.from(alphabet, (character) => line(character))
      expect(new Set(outlines).size).toBe(Array.from(alphabet).length)
      expect(outlines).not.toContain(missing)
    }
  )

  it('breaks lines between words, and inside words that are longer than a line', () => {
    const lines = linesOf('Кот и очень длинноеслово', widthOf('и очень длин'), 10)
    expect(lines.join(' ').replaceAll(' ', '')).toBe('Котиоченьдлинноеслово')
    for (const text of lines) expect(widthOf(text)).toBeLessThanOrEqual(widthOf('и очень длин'))
    expect(lines[0]).toBe('Кот и очень')
  })

  it('ends with an ellipsis when the text is cut', () => {
    expect(linesOf('один два три четыре пять', widthOf('один два'), 2)).toEqual(['один два', 'три…'])
    expect(linesOf('один два три', widthOf('один два'), 1)).toEqual([expect.stringMatching(/^один.*…$/)])
    expect(linesOf('один два', widthOf('один два'), 2)).toEqual(['один два'])
  })
})
