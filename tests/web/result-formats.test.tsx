// «Скачать» at a result: the file as it is, and the formats that the browser writes itself.
import { screen, waitFor } from '@testing-library/react'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import type { Job } from '#contract/jobs.ts'
import { showJob } from './jobs-page.tsx'
import { completed, sampleFile } from './jobs-sample.ts'
import { toasts } from './toasts.ts'
import { otherFormats } from '#web/src/media/download/download-buttons.tsx'
import { wavOf } from '#web/src/media/download/save-as.ts'

const arrow = 'Скачать в другом формате'
const saved: { name: string; url: string }[] = []

/** What the browser writes: jsdom has no canvas. */
function drawing(written: readonly string[]) {
  const canvas = HTMLCanvasElement.prototype
  vi.spyOn(canvas, 'toDataURL').mockImplementation((type = 'image/png') =>
    written.includes(type) ? `data:${type};base64,` : 'data:image/png;base64,'
  )
  const [fillRect, fillText] = [vi.fn(), vi.fn()]
  const context = { canvas: { width: 20, height: 10 }, drawImage: vi.fn(), measureText: () => ({ width: 9 }) }
  vi.spyOn(canvas, 'getContext').mockReturnValue({ ...context, fillRect, fillText } as never)
  vi.spyOn(canvas, 'toBlob').mockImplementation((done, type) => done(new Blob(['x'], { type: type ?? 'image/png' })))
  vi.stubGlobal('createImageBitmap', async () => ({ width: 20, height: 10, close: vi.fn() }))
  return { fillRect, fillText }
}

beforeEach(() => {
  saved.length = 0
  vi.spyOn(URL, 'createObjectURL').mockReturnValue('blob:written')
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (this: HTMLAnchorElement) {
    saved.push({ name: this.download, url: this.href })
  })
})

async function show(job: Job, files: (url: string) => Response = () => new Response('picture')) {
  const opened = await showJob(job)
  vi.spyOn(globalThis, 'fetch').mockImplementation(async (input) => files(String(input)))
  return opened
}

const namesIn = () => screen.getAllByRole('menuitem').map((item) => item.textContent)

describe('a picture', () => {
  it('is offered as it is and in the two other formats', async () => {
    drawing(['image/png', 'image/jpeg', 'image/webp'])
    const { user } = await show(completed())
    await user.click(screen.getByRole('button', { name: arrow }))
    expect(namesIn()).toEqual(['PNG исходный файл', 'JPEG меньше, без прозрачности', 'WebP меньше всего'])
    await user.click(screen.getByRole('menuitem', { name: /PNG/ }))
    expect(saved).toEqual([{ name: '', url: sampleFile.downloadUrl }])
  })

  it.each([true, undefined] as const)(
    'says that a model made it where the operator wants that (%s)',
    async (aiMark) => {
      const { fillText } = drawing(['image/png', 'image/webp'])
      const { user } = await show({ ...completed(), ...(aiMark && { aiMark }) })
      expect(screen.queryAllByText(/^Создано с помощью ИИ · /)).toHaveLength(aiMark ? 1 : 0)
      await user.click(screen.getByRole('button', { name: arrow }))
      await user.click(screen.getByRole('menuitem', { name: /WebP/ }))
      await waitFor(() => expect(saved).toHaveLength(1))
      expect(fillText.mock.calls.map(([text]) => text as string)).toEqual(aiMark ? ['Создано с помощью ИИ'] : [])
    }
  )

  it('is not offered in a format that the browser does not write', async () => {
    drawing(['image/png', 'image/jpeg'])
    const { user } = await show(completed())
    await user.click(screen.getByRole('button', { name: arrow }))
    expect(namesIn()).toEqual(['PNG исходный файл', 'JPEG меньше, без прозрачности'])
  })

  it('is saved as JPEG on white, under the name of its prompt, by keyboard alone', async () => {
    const { fillRect } = drawing(['image/png', 'image/jpeg', 'image/webp'])
    const { user } = await show(completed())
    screen.getByRole('button', { name: arrow }).focus()
    await user.keyboard('{Enter}{ArrowDown}{Enter}')
    await waitFor(() => expect(saved.map(({ name }) => name)).toEqual(['Midjourney - Кот на крыше.jpg']))
    expect(fillRect).toHaveBeenCalled()
    expect(toasts).toEqual(['success: Изображение загружено'])
  })

  it('that cannot be fetched or written says which file remains', async () => {
    drawing(['image/png', 'image/jpeg', 'image/webp'])
    const { user } = await show(completed(), () => new Response(null, { status: 403 }))
    await user.click(screen.getByRole('button', { name: arrow }))
    await user.click(screen.getByRole('menuitem', { name: /WebP/ }))
    await waitFor(() => expect(toasts).toEqual(['error: Не удалось перевести файл в WebP. Скачайте исходный, PNG']))
    expect(saved).toEqual([])
  })
})

it('a film has a player, and its own format alone', async () => {
  await show(completed({ kind: 'video', service: 'luma', files: [{ ...sampleFile, type: 'video/mp4' }] }))
  expect(document.querySelector('video')?.getAttribute('src')).toBe(sampleFile.url)
  expect(screen.getByRole('link', { name: 'Скачать' })).toBeTruthy()
  expect(screen.queryByRole('button', { name: arrow })).toBeNull()
})

it('a recording is offered as WAV', () => {
  expect(otherFormats('audio/mpeg').map(({ title }) => title)).toEqual(['WAV'])
  expect(otherFormats('audio/wav')).toEqual([])
})

it('a WAV holds the samples of both channels in turn, clipped to 16 bits', async () => {
  const wav = wavOf([new Float32Array([0, 1, 2]), new Float32Array([-1, -0.5, 0])], 44_100)
  const view = new DataView(await wav.arrayBuffer())
  const text = (at: number) => String.fromCharCode(...new Uint8Array(view.buffer, at, 4))
  expect([text(0), text(8), text(12), text(36)]).toEqual(['RIFF', 'WAVE', 'fmt ', 'data'])
  expect([view.getUint32(4, true), view.getUint16(22, true), view.getUint32(24, true)]).toEqual([48, 2, 44_100])
  expect([view.getUint32(28, true), view.getUint16(32, true), view.getUint32(40, true)]).toEqual([176_400, 4, 12])
  const samples = Array.from({ length: 6 }, (_, index) => view.getInt16(44 + index * 2, true))
  expect(samples).toEqual([0, -32_767, 32_767, -16_383, 32_767, 0])
})
