// A painted area whose file is not there yet: without it the model would change the whole picture, for the same price.
import { act, fireEvent, screen, waitFor } from '@testing-library/react'
import { beforeEach, expect, test, vi } from 'vitest'
import * as fileField from '#web/src/media/upload/file-field.tsx'
import { beginPainting, closeEditor, draw, show } from '../mask-form.tsx'
import { toasts } from '../toasts.ts'
import { png, StandIn } from './file-stand-in.tsx'
import { startStudio, submitButton, write } from './open-studio.tsx'

type Take = (file: Blob | null) => void

/** The files of canvases that the browser still makes. */
let held: Take[] = []

beforeEach(() => {
  beginPainting()
  held = []
  vi.spyOn(fileField, 'FileField').mockImplementation(StandIn)
  vi.spyOn(HTMLCanvasElement.prototype, 'toBlob').mockImplementation((take) => void held.push(take))
})

async function openPainted() {
  const { server } = await startStudio('/gpt-image-edit')
  fireEvent.click(screen.getByRole('button', { name: 'Выбрать: Изображение' }))
  write('Сделай вазу синей')
  await show()
  draw([3, 3], [9, 3])
  closeEditor()
  return server
}

const make = (file: Blob | null) => act(async () => held.at(-1)?.(file))
const press = () => fireEvent.click(submitButton())

test('while it is being made nothing is sent, and afterwards it is sent along', async () => {
  const server = await openPainted()
  press()
  await screen.findByRole('alert')
  expect(screen.getByRole('alert').textContent).toMatch(/^Выделение ещё сохраняется/)
  expect(document.activeElement?.textContent).toContain('Изменить область')
  expect(toasts).toEqual([expect.stringMatching(/^error: Выделение ещё сохраняется/)])
  expect(server.submitted()).toEqual([])
  // One line of five pixels, like the picture: another size would have to be drawn anew.
  await make(new Blob(['#####'], { type: 'image/png' }))
  await waitFor(() => expect(screen.queryByRole('alert')).toBeNull())
  press()
  await waitFor(() =>
    expect(server.submitted().map(({ body }) => body)).toMatchObject([
      { image: png, mask: expect.stringMatching(/^data:/) }
    ])
  )
})

test('when it cannot be made nothing is sent until the area is cleared', async () => {
  const server = await openPainted()
  await make(null)
  press()
  expect((await screen.findByRole('alert')).textContent).toMatch(/^Выделение не сохранилось/)
  expect(server.submitted()).toEqual([])
  fireEvent.click(screen.getByRole('button', { name: 'Очистить' }))
  press()
  await waitFor(() => expect(server.submitted()).toHaveLength(1))
})
