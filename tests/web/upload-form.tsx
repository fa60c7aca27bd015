// A form with a file field, in a browser whose decoder and canvas are controlled by the test.
import { useState } from 'react'
import { fireEvent, screen } from '@testing-library/react'
import { vi } from 'vitest'
import type { FileParameter } from '#contract/catalogue/parameters.ts'
import { FileField, type FileFieldProps } from '#web/src/media/upload/file-field.tsx'
import { letMediaPlay } from './film.ts'
import { holds, type Bytes } from './pictures.ts'

export const parameter: FileParameter = {
  kind: 'image',
  name: 'image',
  label: 'Изображение',
  mediaTypes: ['image/png', 'image/jpeg', 'image/webp'],
  sizeBytesMax: 1000,
  tooLargeText: 'Размер файла не должен превышать 4MB'
}
export const filmParameter: FileParameter = {
  ...parameter,
  kind: 'video',
  name: 'video',
  label: 'Исходное видео',
  mediaTypes: ['video/mp4', 'video/webm', 'video/quicktime']
}
export const film = [0, 0, 0, 24, ...Array.from('ftypisom', (character) => character.charCodeAt(0))]

interface Played {
  decoded: { file: Blob; options: ImageBitmapOptions | undefined }[]
  /** Number of decoded pictures that were closed. */
  closed: number
  /** How many bytes a canvas encodes at a quality. */
  drawnBytes: (quality: number, type: string, canvas: HTMLCanvasElement) => number
  /** Of every point of a decoded picture. */
  alpha: number
}

export const played: Played = { decoded: [], closed: 0, drawnBytes: () => 100, alpha: 255 }

/** The value that the field gave to the form. */
export const told: (string | undefined)[] = []

export function beginUploading(): void {
  Object.assign(played, { decoded: [], closed: 0, drawnBytes: () => 100, alpha: 255 })
  told.length = 0
  letMediaPlay()
  vi.stubGlobal('createImageBitmap', async (picture: Blob, options?: ImageBitmapOptions) => {
    played.decoded.push({ file: picture, options })
    if (holds(new Uint8Array(await picture.arrayBuffer()), 'broken')) throw new DOMException('no', 'InvalidStateError')
    const size = { width: options?.resizeWidth ?? 3, height: options?.resizeHeight ?? 2 }
    return { ...size, close: () => (played.closed += 1) }
  })
  const { prototype } = HTMLCanvasElement
  vi.spyOn(prototype, 'getContext').mockReturnValue({
    drawImage: () => undefined,
    fillRect: () => undefined,
    getImageData: () => ({ data: [0, 0, 0, played.alpha] })
  } as never)
  vi.spyOn(prototype, 'toBlob').mockImplementation(function (
    this: HTMLCanvasElement,
    take,
    type = 'image/png',
    quality = 1
  ) {
    take(new Blob(['x'.repeat(played.drawnBytes(quality, type, this))], { type }))
  })
}

export function Form(part: Partial<FileFieldProps>) {
  const [value, setValue] = useState<string | undefined>(part.value)
  return (
    <FileField
      parameter={parameter}
      onUnsaved={() => undefined}
      problem={undefined}
      disabled={false}
      {...part}
      value={value}
      onChange={(dataUrl) => {
        told.push(dataUrl)
        setValue(dataUrl)
      }}
    />
  )
}

export const file = (bytes: Bytes, name = 'photo.png') => new File([new Uint8Array(bytes)], name)
export const field = (label = 'Изображение') => screen.getByLabelText<HTMLInputElement>(label, { selector: 'input' })
export const choose = (chosen: File, label?: string) => fireEvent.change(field(label), { target: { files: [chosen] } })
export const bytesOf = (dataUrl: string | undefined) =>
  Array.from(atob(dataUrl?.split(',')[1] ?? ''), (character) => character.charCodeAt(0))
export const refusal = async () => (await screen.findByRole('alert')).textContent
export const transfer = (...files: File[]) => ({
  files,
  types: files.length > 0 ? ['Files'] : ['text/plain'],
  dropEffect: '',
  getData: () => ''
})
