// Pictures above the limits of their upstream: the user is told, the form keeps the original, a smaller one is sent.
import { fireEvent, render, screen } from '@testing-library/react'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import * as pictureLimits from '#contract/catalogue/picture-limits.ts'
import { findStudioEntry } from '#contract/catalogue/studio.ts'
import { RefusedFile } from '#web/src/media/upload/file/chosen-file.ts'
import { bytesBeside, filesIn, fitFiles } from '#web/src/media/upload/fit/fit-files.ts'
import { fitNote, fittingSize, shareOfBytes } from '#web/src/media/upload/fit/fit-picture.ts'
import { jpeg, png, type Bytes } from './pictures.ts'
import { beginUploading, bytesOf, choose, file, Form, played, refusal, told } from './upload-form.tsx'

/** A limit lower than Stability's, so that the test pictures stay small. */
function lowerLimit(bytesMax: number) {
  const { pictureLimitsOf } = pictureLimits
  vi.spyOn(pictureLimits, 'pictureLimitsOf').mockImplementation((route) => ({ ...pictureLimitsOf(route), bytesMax }))
}

beforeEach(beginUploading)

const stability = findStudioEntry('stability')!
const upscale = { provider: 'stability', model: 'upscale/fast' } as const
const inpaint = { provider: 'stability', model: 'edit/inpaint' } as const
const dataUrl = (bytes: Bytes, type = 'image/png') => `data:${type};base64,${btoa(String.fromCharCode(...bytes))}`
const lake = { width: 4000, height: 3000 }
const drawnSizes = () => played.decoded.map(({ options }) => [options?.resizeWidth, options?.resizeHeight])

test('a picture is shrunk in its proportions, and only when it is too large and stays wide enough', () => {
  const limits = { sideMin: 32, sideMax: 1536, pixelsMax: 1_048_576, bytesMax: Infinity }
  expect(fittingSize({ width: 1024, height: 1024 }, limits)).toBeNull()
  expect(fittingSize(lake, limits)).toEqual({ width: 1182, height: 886 })
  expect(fittingSize({ width: 3072, height: 100 }, limits)).toEqual({ width: 1536, height: 50 })
  expect(fittingSize({ width: 3072, height: 40 }, limits)).toBeNull()
})

test.each([
  [[], 10, 10],
  [[4], 10, 6],
  [[9], 10, 5],
  [[3, 1], 9, 5],
  [[100, 1], 9, 5]
])('beside files of %j bytes, a file may have this share of %i bytes: %i', (others, bytesMax, share) => {
  expect(shareOfBytes(others, bytesMax)).toBe(share)
})

describe('the note', () => {
  test.each([
    [
      upscale,
      { size: lake, bytes: 1000, others: [] },
      'Картинка будет уменьшена до 1182 × 886: больше этот инструмент не принимает'
    ],
    [inpaint, { size: { width: 3000, height: 3000 }, bytes: 1000, others: [1000] }, null],
    [
      inpaint,
      { size: { width: 3000, height: 3000 }, bytes: 10_450_000, others: [] },
      'Картинка будет сжата: этот инструмент принимает не больше 9,9 МБ'
    ],
    [
      inpaint,
      { size: { width: 3000, height: 3000 }, bytes: 9_000_000, others: [3_000_000] },
      'Картинка будет сжата: этот инструмент принимает все файлы вместе — не больше 9,9 МБ'
    ],
    [inpaint, { size: { width: 3000, height: 3000 }, bytes: 3_000_000, others: [9_000_000] }, null],
    [{ provider: 'openai', model: 'gpt-image-2.5-sunburst' } as const, { size: lake, bytes: 1000, others: [] }, null]
  ])('for %o and %o is «%s»', (route, chosen, note) => {
    expect(fitNote(chosen, route)).toBe(note)
  })

  test('appears and disappears with the tool, and the file does not change', async () => {
    const form = render(<Form key="form" route={upscale} />)
    choose(file(png(lake), 'озеро.png'))
    const preview = await screen.findByRole('img')
    Object.defineProperties(preview, { naturalWidth: { value: 4000 }, naturalHeight: { value: 3000 } })
    fireEvent.load(preview)
    const note = 'Картинка будет уменьшена до 1182 × 886: больше этот инструмент не принимает'
    screen.getByText(note)
    expect(screen.getByRole('status').textContent).toBe(`Файл выбран: озеро.png. ${note}`)
    expect(screen.queryByRole('alert')).toBeNull()
    form.rerender(<Form key="form" route={{ provider: 'openai', model: 'gpt-image-2.5-sunburst' }} />)
    expect(screen.queryByText(/уменьшена/)).toBeNull()
    expect(told.map(bytesOf)).toEqual([png(lake)])
  })

  test('is replaced by an error for a picture that shrinking cannot fit', async () => {
    render(<Form route={upscale} />)
    choose(file(png({ width: 3072, height: 40 })))
    const preview = await screen.findByRole('img')
    Object.defineProperties(preview, { naturalWidth: { value: 3072 }, naturalHeight: { value: 40 } })
    fireEvent.load(preview)
    expect(await refusal()).toBe(
      'Изображение слишком большое: для этого действия сторона не должна быть длиннее 1536 пикселей'
    )
  })
})

describe('what is sent', () => {
  const large = dataUrl(jpeg(lake), 'image/jpeg')

  test('is smaller when the tool has a lower limit', async () => {
    const sent = await fitFiles(stability, { tool: 'upscale', image: large })
    expect(sent).toEqual({ tool: 'upscale', image: expect.stringMatching(/^data:image\/jpeg;base64,/) })
    expect(drawnSizes()).toEqual([[1182, 886]])
    expect(played.closed).toBe(1)
  })

  test.each([
    ['within the limits', { tool: 'upscale', image: dataUrl(png({ width: 1000, height: 1000 })) }],
    ['too narrow to be shrunk', { tool: 'upscale', image: dataUrl(png({ width: 3072, height: 40 })) }],
    ['no picture at all', { tool: 'upscale', image: dataUrl([1, 2, 3]) }],
    ['for a tool that takes it', { tool: 'enhance', image: dataUrl(png({ width: 3000, height: 3000 })) }]
  ])('is unchanged when it is %s', async (_, values) => {
    vi.stubGlobal('createImageBitmap', undefined)
    expect(await fitFiles(stability, values)).toEqual(values)
  })

  test('is unchanged for a provider without limits', async () => {
    const values = { image: large, prompt: 'Закат' }
    expect(await fitFiles(findStudioEntry('gpt-image-edit')!, values)).toBe(values)
  })

  test('has its mask in the size of the picture', async () => {
    const mask = dataUrl(png(lake))
    await fitFiles(stability, { tool: 'inpaint', image: large, mask, prompt: 'Ваза' })
    expect(drawnSizes()).toEqual([
      [3547, 2660],
      [3547, 2660]
    ])
  })

  describe('for a tool that cuts an area out', () => {
    const editor = findStudioEntry('gpt-image-edit')!
    const small = { width: 400, height: 300 }
    const photo = dataUrl(jpeg(small), 'image/jpeg')
    const mask = dataUrl(png(small))

    test('is a PNG like its mask', async () => {
      const sent = await fitFiles(editor, { image: photo, mask, prompt: 'Закат' })
      expect(sent).toEqual({ image: expect.stringMatching(/^data:image\/png;base64,/), mask, prompt: 'Закат' })
      expect(drawnSizes()).toEqual([[400, 300]])
      const drawing = dataUrl(png(small))
      expect(await fitFiles(editor, { image: drawing, mask, prompt: 'Закат' })).toMatchObject({ image: drawing, mask })
      expect(played.decoded).toHaveLength(1)
    })

    test('becomes smaller when it is too large as a PNG, and the mask with it', async () => {
      const parameters = editor.parameters.map((one) => ('sizeBytesMax' in one ? { ...one, sizeBytesMax: 500 } : one))
      let tries = 0
      played.drawnBytes = () => ((tries += 1) === 1 ? 600 : 400)
      const sent = await fitFiles({ ...editor, parameters }, { image: photo, mask, prompt: 'Закат' })
      expect(bytesOf(String(sent['image']))).toHaveLength(400)
      expect(sent['mask']).not.toBe(mask)
      expect(drawnSizes()).toEqual([
        [400, 300],
        [280, 210],
        [280, 210]
      ])
    })
  })

  test('stays within the limit for all files together by shrinking the larger one', async () => {
    lowerLimit(350)
    played.drawnBytes = (quality) => (quality > 0.9 ? 300 : 200)
    const size = { width: 300, height: 300 }
    const image = dataUrl([...jpeg(size), ...Array.from({ length: 300 }, () => 0)], 'image/jpeg')
    const styleImage = dataUrl(jpeg(size), 'image/jpeg')
    const sent = await fitFiles(stability, { tool: 'style-transfer', image, styleImage })
    expect(sent['styleImage']).toBe(styleImage)
    expect(bytesOf(String(sent['image']))).toHaveLength(200)
  })

  test('has fewer pixels when a lower quality is not enough', async () => {
    lowerLimit(350)
    let tries = 0
    played.drawnBytes = () => ((tries += 1) < 3 ? 400 : 300)
    const image = dataUrl([...png({ width: 300, height: 200 }), ...Array.from({ length: 400 }, () => 0)])
    const sent = await fitFiles(stability, { tool: 'remove-bg', image })
    expect(bytesOf(String(sent['image']))).toHaveLength(300)
    expect(drawnSizes()).toEqual([
      [300, 200],
      [210, 140],
      [147, 98]
    ])
  })

  test('is refused with a text when the browser cannot shrink it', async () => {
    vi.stubGlobal('createImageBitmap', () => Promise.reject(new DOMException('no')))
    const sent = fitFiles(stability, { tool: 'upscale', image: large })
    await expect(sent).rejects.toThrow(
      new RefusedFile('Не удалось уменьшить изображение. Уменьшите его сами и выберите снова')
    )
  })
})

test('files that the form keeps for another tool do not count towards the limit', () => {
  const [image, mask] = [dataUrl([1, 2, 3]), dataUrl([1, 2])]
  expect(filesIn(stability, { tool: 'upscale', image, mask })).toEqual({ image })
  const files = filesIn(stability, { tool: 'inpaint', image, mask })
  expect(files).toEqual({ image, mask })
  expect(bytesBeside(files, 'image')).toEqual([2])
})
