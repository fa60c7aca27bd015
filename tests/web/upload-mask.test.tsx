import { createEvent, fireEvent, screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { beforeEach, describe, expect, test } from 'vitest'
import { at, beginPainting, canvas, latest, line, made, paint, said, showForm, told, tool } from './mask-form.tsx'

beforeEach(beginPainting)

describe('painting', () => {
  test('makes a picture of the natural size, white in the part to replace', async () => {
    await showForm()
    await paint([3, 3], [6, 3], [9, 3])
    expect(told.at(-1)).toMatch(/^data:image\/png;base64,/)
    expect(latest()).toEqual(line)
    await said('Выделено 13% изображения')
  })

  test('continues when a second finger touches and is lifted', async () => {
    await showForm()
    fireEvent.pointerDown(canvas(), at(3, 3))
    fireEvent.pointerDown(canvas(), { ...at(15, 3), isPrimary: false })
    fireEvent.pointerMove(canvas(), { ...at(15, 5), isPrimary: false })
    fireEvent.pointerUp(canvas(), { ...at(15, 5), isPrimary: false })
    expect(told).toEqual([])
    fireEvent.pointerMove(canvas(), at(9, 3))
    fireEvent.pointerUp(canvas(), at(9, 3))
    await made()
    expect(latest()).toEqual(line)
  })

  test('removes the old mask from the form until the new one is exported', async () => {
    await showForm()
    await paint([3, 3])
    fireEvent.pointerDown(canvas(), at(9, 3))
    fireEvent.pointerUp(canvas(), at(9, 3))
    expect(told.at(-1)).toBeUndefined()
    await made()
  })

  test('is undone step by step', async () => {
    await showForm()
    expect(tool('Отменить последнее').ariaDisabled).toBe('true')
    await paint([3, 3], [9, 3])
    await paint([15, 1])
    expect(latest()).not.toEqual(line)
    await userEvent.click(tool('Отменить последнее'))
    await made()
    expect(latest()).toEqual(line)
    await userEvent.click(tool('Отменить последнее'))
    expect(told.at(-1)).toBeUndefined()
    await said('Закрасьте то, что нужно заменить')
  })

  test('can be erased, inverted and cleared', async () => {
    await showForm()
    await paint([3, 3], [9, 3])
    await userEvent.click(tool('Ластик'))
    await paint([9, 3], [7, 3])
    expect(latest()[2]).toBe('..####..............')
    await userEvent.click(tool('Обратить выделение'))
    await made()
    expect(latest()[2]).toBe('##....##############')
    await userEvent.click(tool('Очистить выделение'))
    expect(told.at(-1)).toBeUndefined()
    await userEvent.click(tool('Отменить последнее'))
    await made()
    expect(latest()[2]).toBe('##....##############')
  })
})

/** A finger at a place of the picture, some milliseconds after the first one. */
function finger(
  kind: 'pointerDown' | 'pointerMove' | 'pointerUp',
  pointerId: number,
  [x, y]: [number, number],
  afterMs = 0
) {
  const event = createEvent[kind](canvas(), {
    ...at(x, y),
    pointerId,
    pointerType: 'touch',
    isPrimary: pointerId === 1
  })
  Object.defineProperty(event, 'timeStamp', { value: 1000 + afterMs })
  fireEvent(canvas(), event)
}

describe('two fingers', () => {
  test('zoom, and what the first one has just begun is not painted', async () => {
    await showForm()
    finger('pointerDown', 1, [3, 3])
    finger('pointerMove', 1, [4, 3])
    finger('pointerDown', 2, [8, 3], 100)
    finger('pointerMove', 2, [12, 3])
    expect((await screen.findByLabelText('Масштаб')).textContent).toBe('200\u00a0%')
    finger('pointerUp', 2, [12, 3])
    finger('pointerMove', 1, [9, 3])
    finger('pointerUp', 1, [9, 3])
    expect(told).toEqual([])
    await userEvent.click(tool('Уменьшить масштаб'))
    await userEvent.click(tool('Уменьшить масштаб'))
    expect(screen.getByLabelText('Масштаб').textContent).toBe('100\u00a0%')
    await paint([3, 3], [9, 3])
    expect(latest()).toEqual(line)
  })

  test('end a stroke that was painted for a while, and paint nothing more', async () => {
    await showForm()
    finger('pointerDown', 1, [3, 3])
    finger('pointerMove', 1, [9, 3], 200)
    finger('pointerDown', 2, [15, 5], 300)
    finger('pointerMove', 1, [15, 3], 400)
    finger('pointerUp', 1, [15, 3], 500)
    await made()
    expect(latest()).toEqual(line)
  })
})

describe('undoing', () => {
  test('can be taken back until something new is painted', async () => {
    await showForm()
    await paint([3, 3], [9, 3])
    expect(tool('Вернуть отменённое').ariaDisabled).toBe('true')
    await userEvent.click(tool('Отменить последнее'))
    expect(told.at(-1)).toBeUndefined()
    await userEvent.click(tool('Вернуть отменённое'))
    await made()
    expect(latest()).toEqual(line)
    await userEvent.click(tool('Отменить последнее'))
    await paint([15, 1])
    expect(tool('Вернуть отменённое').ariaDisabled).toBe('true')
  })
})

const block = [
  '....................',
  '..######............',
  '..######............',
  '..######............',
  '....................',
  '....................'
]

describe('the lasso', () => {
  test('selects what a drawn line encloses', async () => {
    await showForm()
    await userEvent.click(tool('Лассо'))
    await paint([2, 1], [8, 1], [8, 4], [2, 4])
    expect(latest()).toEqual(block)
  })

  test('takes corners by keyboard, and Ctrl+Z takes back the last one', async () => {
    await showForm()
    await userEvent.click(tool('Лассо'))
    canvas().focus()
    await userEvent.keyboard('{ArrowUp>2/}{ArrowLeft>8/} {ArrowRight>6/} {ArrowDown>3/} {ArrowDown} ')
    await userEvent.keyboard('{Control>}z{/Control}{ArrowUp}{ArrowLeft>6/} {Enter}')
    await made()
    expect(latest()).toEqual(block)
  })

  test('of two corners selects nothing', async () => {
    await showForm()
    await userEvent.click(tool('Лассо'))
    canvas().focus()
    await userEvent.keyboard(' {ArrowLeft} {Enter}')
    expect(told).toEqual([])
  })
})

describe('the keyboard', () => {
  test('alone selects all, takes a part away and brings it back', async () => {
    await showForm()
    tool('Выделить всё').focus()
    await userEvent.keyboard('{Enter}')
    await made()
    await said('Выделено 100% изображения')
    tool('Ластик').focus()
    await userEvent.keyboard('{Enter}')
    canvas().focus()
    await userEvent.keyboard(' ')
    await made()
    expect(latest()[2]).toBe('#########..#########')
    await userEvent.keyboard('{Control>}z{/Control}')
    await made()
    expect(latest()[2]).toBe('#'.repeat(20))
    await userEvent.keyboard('{Control>}y{/Control}')
    await made()
    expect(latest()[2]).toBe('#########..#########')
  })

  test('moves the brush, paints and undoes', async () => {
    await showForm()
    canvas().focus()
    await userEvent.keyboard('{ArrowLeft}{ArrowLeft}{ArrowUp} ')
    await made()
    expect(latest()).toEqual([
      '....................',
      '.......##...........',
      '.......##...........',
      ...Array.from({ length: 3 }, () => '.'.repeat(20))
    ])
    await userEvent.keyboard('{Shift>}{ArrowRight}{ArrowRight}{/Shift}')
    await made()
    expect(latest()[1]).toBe('.......####.........')
    await userEvent.keyboard('{Control>}z{/Control}')
    await made()
    expect(latest()[1]).toBe('.......###..........')
  })

  test('keeps the brush inside the picture', async () => {
    await showForm()
    canvas().focus()
    await userEvent.keyboard('{ArrowUp>20/}{ArrowLeft>20/} ')
    await made()
    expect(latest().map((row) => row.indexOf('#'))).toEqual([0, -1, -1, -1, -1, -1])
  })
})
