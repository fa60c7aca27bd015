// A form with a mask field, and functions that paint on it.
import { useState } from 'react'
import { fireEvent, render, screen, waitFor, within } from '@testing-library/react'
import { expect, vi } from 'vitest'
import type { FileParameter } from '#contract/catalogue/parameters.ts'
import { MaskField } from '#web/src/media/upload/mask-field.tsx'
import { layPaper, pictureIn, rowsIn } from './paper.ts'

export const parameter: FileParameter = {
  kind: 'mask',
  name: 'mask',
  label: 'Область замены',
  mediaTypes: ['image/png'],
  sizeBytesMax: 1_000_000,
  tooLargeText: '',
  requiredText: 'Выделите область'
}
export const picture = 'data:image/png;base64,cGljdHVyZQ=='
export const another = 'data:image/png;base64,YW5vdGhlcg=='

/** The values that the field gave to the form. */
export const told: (string | undefined)[] = []

/** Browser features that jsdom does not have. */
export function beginPainting(): void {
  told.length = 0
  layPaper()
  vi.stubGlobal('createImageBitmap', async (file: Blob) => pictureIn(await file.text()))
  // The picture is shown at twice its natural size.
  const box = { left: 10, top: 20, width: 40 } as DOMRect
  vi.spyOn(HTMLCanvasElement.prototype, 'getBoundingClientRect').mockReturnValue(box)
}

interface FormProps {
  image?: string
  kept?: string
  shown?: boolean
  isCut?: true
  problem?: string
}

/** A form with the field, as on a page. */
export function Form({ image = picture, kept, shown = true, isCut, problem }: FormProps) {
  const [value, setValue] = useState(kept)
  return shown ? (
    <MaskField
      parameter={isCut ? { ...parameter, isCut } : parameter}
      image={image}
      src={image}
      value={value}
      problem={problem}
      disabled={false}
      onUnsaved={() => undefined}
      onChange={(mask) => {
        told.push(mask)
        setValue(mask)
      }}
    />
  ) : (
    <p>{value}</p>
  )
}

/** Loads a picture of 20 × 6 pixels and sets the radius of the brush to one pixel. */
export async function show() {
  const image = document.querySelector('img') as HTMLImageElement
  Object.defineProperties(image, { naturalWidth: { value: 20 }, naturalHeight: { value: 6 } })
  fireEvent.load(image)
  await openEditor()
  fireEvent.change(screen.getByRole('slider', { name: 'Размер кисти' }), { target: { value: '10' } })
}

/** Painting opens over the whole window. */
async function openEditor() {
  fireEvent.click(await screen.findByRole('button', { name: /^(Закрасить|Изменить) область$/ }))
  await screen.findByRole('application')
}

/** What is said about the selection beside the tools; the form says it too. */
export const said = (text: string) => within(screen.getByRole('dialog')).findByText(text)
export const closeEditor = () => fireEvent.click(screen.getByRole('button', { name: 'Готово' }))

/** The form with such a picture. */
export async function showForm(props: FormProps = {}) {
  const view = render(<Form {...props} />)
  await show()
  return view
}

export const canvas = () => screen.getByRole('application')
export const at = (x: number, y: number) => ({
  clientX: 10 + x * 2,
  clientY: 20 + y * 2,
  isPrimary: true,
  button: 0,
  pointerId: 1
})
export const latest = () => rowsIn(told.at(-1))

export async function paint(...points: [number, number][]) {
  draw(...points)
  await made()
}

/** The same, without waiting for its file. */
export function draw(...points: [number, number][]) {
  const [first = [0, 0], ...rest] = points
  fireEvent.pointerDown(canvas(), at(...first))
  for (const point of rest) fireEvent.pointerMove(canvas(), at(...point))
  fireEvent.pointerUp(canvas(), at(...(points.at(-1) ?? first)))
}

export const made = () => waitFor(() => expect(told.at(-1)).toBeDefined())
export const tool = (name: string) => screen.getByRole<HTMLButtonElement>('button', { name })

export const line = [
  '....................',
  '....................',
  '..########..........',
  '..########..........',
  '....................',
  '....................'
]
