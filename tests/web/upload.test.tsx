import { act, fireEvent, render, screen, waitFor } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { jpeg, jpegExif, jpegText, oneBlock, png, pngChunk } from './pictures.ts'
import {
  beginUploading,
  bytesOf,
  choose,
  field,
  file,
  film,
  filmParameter,
  Form,
  parameter,
  played,
  refusal,
  told
} from './upload-form.tsx'

beforeEach(beginUploading)

/** A picture with more bytes than the field takes, or as many as are said. */
function large(sizeBytes?: number, size = { width: 400, height: 300 }) {
  const bytes = png(size, pngChunk('gAMA', Array<number>(1000).fill(1)))
  const chosen = file(bytes, 'снимок.png')
  return sizeBytes === undefined ? chosen : Object.defineProperty(chosen, 'size', { value: sizeBytes })
}

describe('a picture', () => {
  test('is stored without its metadata, shown with name and size, and can be removed', async () => {
    render(<Form />)
    choose(file(jpeg(undefined, jpegText(0xfe, 'secret')), 'кот.jpg'))
    await screen.findByText('кот.jpg')
    expect(told).toHaveLength(1)
    expect(told[0]).toMatch(/^data:image\/jpeg;base64,/)
    expect(bytesOf(told[0])).toEqual(jpeg())
    const preview = screen.getByRole<HTMLImageElement>('img', { name: 'Загруженное изображение' })
    expect(preview.src).toBe(told[0])
    Object.defineProperties(preview, { naturalWidth: { value: 3 }, naturalHeight: { value: 2 } })
    fireEvent.load(preview)
    screen.getByText('3 × 2 · 1 КБ')
    expect(screen.getByRole('status').textContent).toBe('Файл выбран: кот.jpg')

    await userEvent.click(screen.getByRole('button', { name: 'Убрать' }))
    expect(told.at(-1)).toBeUndefined()
    expect(document.activeElement).toBe(field())
    expect(screen.queryByRole('img')).toBeNull()
    expect(played.closed).toBe(1)
  })

  test('is recognised by its bytes, whatever its name and type', async () => {
    render(<Form />)
    choose(new File([new Uint8Array(png())], 'photo.jpg', { type: 'image/jpeg' }))
    await waitFor(() => expect(told[0]).toMatch(/^data:image\/png;base64,/))
    expect(bytesOf(told[0])).toEqual(png())
  })

  test('that lies on its side is drawn upright, in its own type and within the limit', async () => {
    played.drawnBytes = (quality) => (quality > 0.9 ? 1001 : 1000)
    render(<Form />)
    choose(file(jpeg(undefined, jpegExif(6))))
    await waitFor(() => expect(told[0]).toMatch(/^data:image\/jpeg;base64,/))
    expect(played.decoded.map(({ options }) => options?.imageOrientation)).toEqual(['from-image'])
    expect(bytesOf(told[0])).toHaveLength(1000)
  })

  test('that is malformed is encoded again if the browser can decode it', async () => {
    render(<Form />)
    choose(file(png().slice(0, -12)))
    await waitFor(() => expect(bytesOf(told[0])).toHaveLength(100))
  })

  test('without its end gets one, because a browser shows it but does not make a bitmap of it', async () => {
    render(<Form />)
    choose(file(oneBlock().slice(0, -2), 'без конца.jpg'))
    await screen.findByText('без конца.jpg')
    expect(bytesOf(told[0])).toEqual(oneBlock())
    choose(file(oneBlock(jpegExif(6)).slice(0, -2), 'на боку.jpg'))
    await screen.findByText('на боку.jpg')
    const [upright, turned] = await Promise.all(played.decoded.map(async (one) => [...(await one.file.bytes())]))
    expect([upright, turned?.slice(-2)]).toEqual([oneBlock(), [0xff, 0xd9]])
    expect(played.decoded[1]?.options?.imageOrientation).toBe('from-image')
  })

  const huge = { width: 8000, height: 5001 }

  test.each([
    ['an unknown file', file([1, 2, 3]), 'Такой файл не поддерживается. Подойдёт PNG, JPEG или WebP'],
    ['an empty file', file([]), 'Файл пуст'],
    ['a film', file(film), 'Такой файл не поддерживается. Подойдёт PNG, JPEG или WebP'],
    [
      'an iPhone photo',
      file([...film.slice(0, 8), 0x68, 0x65, 0x69, 0x63]),
      'Формат HEIC не поддерживается. Сохраните снимок как JPEG или PNG и выберите его снова'
    ],
    ['too large a file', large(30 * 1024 * 1024 + 1), 'Файл слишком большой: не больше 30 МБ'],
    [
      'a broken file',
      file(
        png(
          undefined,
          pngChunk(
            'gAMA',
            Array.from('broken', (c) => c.charCodeAt(0))
          )
        )
      ),
      'Не удалось открыть изображение. Возможно, файл повреждён'
    ],
    ['too many pixels', file(png(huge)), 'Изображение слишком большое: 8000 × 5001. Максимум 40 мегапикселей']
  ])('%s is refused, and the file chosen before stays', async (_, chosen, text) => {
    render(<Form value="data:image/png;base64,AAAA" />)
    choose(chosen)
    expect(await refusal()).toBe(text)
    expect(told).toEqual([])
    expect(field().getAttribute('aria-invalid')).toBe('true')
    screen.getByRole('img')
    choose(file(png()))
    await waitFor(() => expect(screen.queryByRole('alert')).toBeNull())
  })

  test('with too many pixels is not decoded', async () => {
    render(<Form />)
    choose(file(png(huge)))
    await refusal()
    expect(played.decoded).toEqual([])
  })

  test('with too many bytes is made smaller, as a JPEG where nothing in it is transparent', async () => {
    played.drawnBytes = (quality, type) => (type === 'image/png' ? 5000 : quality > 0.9 ? 1001 : 900)
    render(<Form />)
    choose(large())
    await screen.findByText('снимок.png')
    expect(told[0]).toMatch(/^data:image\/jpeg;base64,/)
    expect(bytesOf(told[0])).toHaveLength(900)
    expect(screen.getByRole('status').textContent).toMatch(/^Файл выбран: снимок.png. Картинка сжата с 1\sКБ до 1\sКБ/)
  })

  test('with too many bytes and something transparent stays a PNG, with fewer points', async () => {
    played.alpha = 254
    const sizes: number[][] = []
    played.drawnBytes = (_quality, type, { width, height }) => {
      sizes.push([width, height])
      expect(type).toBe('image/png')
      return width < 300 ? 900 : 5000
    }
    vi.stubGlobal('createImageBitmap', async () => ({ width: 400, height: 300, close: () => undefined }))
    render(<Form />)
    choose(large())
    await waitFor(() => expect(told[0]).toMatch(/^data:image\/png;base64,/))
    expect(sizes).toEqual([
      [400, 300],
      [280, 210]
    ])
  })

  test('that no canvas of a phone could hold is drawn as large as one can', async () => {
    const sizes: number[] = []
    played.drawnBytes = (_quality, _type, { width, height }) => {
      sizes.push(width * height)
      return 900
    }
    vi.stubGlobal('createImageBitmap', async () => ({ width: 8000, height: 5000, close: () => undefined }))
    render(<Form />)
    choose(large())
    await waitFor(() => expect(sizes).toHaveLength(1))
    expect(sizes[0]).toBeLessThanOrEqual(16_777_216)
    expect(sizes[0]).toBeGreaterThan(16_700_000)
  })

  test('that cannot be made small enough is refused', async () => {
    played.drawnBytes = () => 1001
    render(<Form />)
    choose(file(jpeg(undefined, jpegExif(3))))
    expect(await refusal()).toBe(parameter.tooLargeText)
  })

  test('chosen later replaces one that is still being read', async () => {
    const gates: (() => void)[] = []
    vi.stubGlobal(
      'createImageBitmap',
      () => new Promise((resolve) => gates.push(() => resolve({ width: 3, height: 2, close: () => undefined })))
    )
    render(<Form />)
    choose(file(png({ width: 9, height: 9 }), 'первая.png'))
    await waitFor(() => expect(gates).toHaveLength(1))
    choose(file(png({ width: 8, height: 8 }), 'вторая.png'))
    await waitFor(() => expect(gates).toHaveLength(2))
    act(() => gates[1]?.())
    await screen.findByText('вторая.png')
    act(() => gates[0]?.())
    await waitFor(() => expect(told.map(bytesOf)).toEqual([png({ width: 8, height: 8 })]))
  })
})

describe('a film', () => {
  beforeEach(() => {
    vi.spyOn(URL, 'createObjectURL').mockReturnValue('blob:film')
    vi.spyOn(URL, 'revokeObjectURL').mockReturnValue()
  })

  test('is played from an object URL that is revoked afterwards', async () => {
    render(<Form parameter={filmParameter} />)
    choose(file(film, 'море.mp4'), 'Исходное видео')
    await screen.findByText('море.mp4')
    expect(told[0]).toMatch(/^data:video\/mp4;base64,/)
    expect(screen.getByLabelText<HTMLVideoElement>('Загруженное видео').src).toBe('blob:film')
    await userEvent.click(screen.getByRole('button', { name: 'Убрать' }))
    expect(URL.revokeObjectURL).toHaveBeenCalledWith('blob:film')
  })

  test('of QuickTime that does not begin with its brand is accepted', async () => {
    render(<Form parameter={filmParameter} />)
    choose(file([0, 0, 0, 8, ...Array.from('widemore', (letter) => letter.charCodeAt(0))]), 'Исходное видео')
    await waitFor(() => expect(told[0]).toMatch(/^data:video\/quicktime;base64,/))
  })

  test('that this browser cannot play is accepted', async () => {
    render(<Form parameter={filmParameter} />)
    choose(file(film), 'Исходное видео')
    fireEvent.error(await screen.findByLabelText('Загруженное видео'))
    screen.getByText('Этот браузер не умеет показывать такое видео, но обработать его можно')
    expect(told).toHaveLength(1)
  })

  test('of another type is refused', async () => {
    render(<Form parameter={filmParameter} />)
    choose(file(png()), 'Исходное видео')
    expect(await refusal()).toBe('Такой файл не поддерживается. Подойдёт MP4, WebM или MOV')
  })
})
