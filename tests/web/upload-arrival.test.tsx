import { act, fireEvent, render, screen } from '@testing-library/react'
import { beforeEach, describe, expect, test } from 'vitest'
import { png } from './pictures.ts'
import { toasts } from './toasts.ts'
import { beginUploading, field, file, Form, parameter, told, transfer } from './upload-form.tsx'

beforeEach(beginUploading)

const area = () => field().parentElement as HTMLElement
const paste = (target: Element, clipboardData: ReturnType<typeof transfer>) =>
  fireEvent.paste(target, { clipboardData })

const withText = (text: string) => ({
  ...transfer(file(png())),
  types: ['text/plain', 'Files'],
  getData: () => text
})

describe('the field takes a file', () => {
  test('that the user drops', async () => {
    render(<Form />)
    const dataTransfer = transfer(file(png(), 'сверху.png'))
    expect(fireEvent.dragOver(area(), { dataTransfer })).toBe(false)
    expect(area().dataset.over).toBe('true')
    fireEvent.drop(area(), { dataTransfer })
    expect(area().dataset.over).toBeUndefined()
    await screen.findByText('сверху.png')
  })

  test.each([
    ['dropped', (dataTransfer: ReturnType<typeof transfer>) => fireEvent.drop(area(), { dataTransfer })],
    ['pasted', (given: ReturnType<typeof transfer>) => paste(document.body, given)]
  ])('the first of several that fits, when they are %s, and says so then', async (_how, give) => {
    render(<Form />)
    const several = (...names: string[]) =>
      give(transfer(...names.map((name) => file(name.endsWith('.png') ? png() : [1, 2, 3], name))))
    several('список.txt', 'заметка.txt')
    await screen.findByText(/^Такой файл не поддерживается/)
    expect(toasts).toEqual([])
    several('список.txt', 'первый.png', 'второй.png')
    await screen.findByText('первый.png')
    expect(toasts).toEqual(['info: Сюда помещается один файл: взят «первый.png»'])
  })

  test('but no dragged text, and no file while the form is disabled', () => {
    const view = render(<Form />)
    expect(fireEvent.dragOver(area(), { dataTransfer: transfer() })).toBe(true)
    view.rerender(<Form disabled />)
    fireEvent.dragOver(area(), { dataTransfer: transfer(file(png())) })
    expect(area().dataset.over).toBeUndefined()
  })

  test('from the clipboard, wherever the focus is, when the page has one field', async () => {
    render(<Form />)
    paste(document.body, transfer(file(png(), 'снимок.png')))
    await screen.findByText('снимок.png')
  })

  test('from the clipboard into the field that has the focus, when there are several, or else into the first empty one', async () => {
    render(
      <>
        <Form />
        <Form parameter={{ ...parameter, label: 'Образец стиля' }} />
      </>
    )
    act(() => field('Образец стиля').focus())
    paste(field('Образец стиля'), transfer(file(png(), 'стиль.png')))
    await screen.findByText('стиль.png')
    act(() => field('Образец стиля').blur())
    paste(document.body, transfer(file(png(), 'снимок.png')))
    await screen.findByText('снимок.png')
    paste(document.body, transfer(file(png(), 'лишний.png')))
    expect(screen.queryByText('Читаю файл…')).toBeNull()
    expect(screen.getByText('стиль.png')).toBeTruthy()
    expect(told).toHaveLength(2)
  })

  test('but not when the user pastes text into a text field, and the name of the file is none', async () => {
    render(
      <>
        <Form />
        <textarea aria-label="Описание" />
      </>
    )
    expect(paste(screen.getByRole('textbox'), withText('Таблица'))).toBe(true)
    expect(screen.queryByText('Читаю файл…')).toBeNull()
    expect(paste(screen.getByRole('textbox'), withText('photo.png'))).toBe(false)
    await screen.findByText('photo.png')
  })
})
