import { render, screen, waitFor } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { MaskField } from '#web/src/media/upload/mask-field.tsx'
import {
  another,
  beginPainting,
  closeEditor,
  Form,
  latest,
  line,
  made,
  paint,
  parameter,
  picture,
  said,
  show,
  showForm,
  told,
  tool
} from './mask-form.tsx'

beforeEach(beginPainting)

/** The mask that has what is chosen as transparency. */
const cut = (rows: readonly string[]) => rows.map((row) => row.replaceAll('#', ' '))

describe('a mask belongs to its picture', () => {
  test('another picture starts without a mask', async () => {
    const view = await showForm()
    await paint([3, 3], [9, 3])
    view.rerender(<Form image={another} />)
    await show()
    await waitFor(() => expect(told.at(-1)).toBeUndefined())
    expect(tool('Отменить последнее').ariaDisabled).toBe('true')
  })

  test('the mask and its steps are restored when the field is mounted again', async () => {
    const view = await showForm()
    await paint([3, 3], [9, 3])
    await paint([15, 1])
    const count = told.length
    view.rerender(<Form shown={false} />)
    view.rerender(<Form />)
    await show()
    expect(told).toHaveLength(count)
    await userEvent.click(tool('Отменить последнее'))
    await made()
    expect(latest()).toEqual(line)
  })

  test('where its provider wants the area transparent it is, also when it is painted on after a reload', async () => {
    const { unmount } = await showForm({ isCut: true })
    await paint([3, 3], [9, 3])
    expect(latest()).toEqual(cut(line))
    unmount()
    const kept = [...cut(line).slice(1), '.'.repeat(20)]
    await showForm({ isCut: true, kept: `data:image/png;base64,${btoa(kept.join('\n'))}` })
    await said('Выделено 13% изображения')
    await paint([15, 3])
    expect(latest()[2]).toBe('..        ....  ....')
  })

  test('the user can go on painting a mask that the form kept through a reload', async () => {
    const kept = [...line.slice(1), '.'.repeat(20)]
    await showForm({ kept: `data:image/png;base64,${btoa(kept.join('\n'))}` })
    expect(told).toEqual([])
    await said('Выделено 13% изображения')
    expect(tool('Отменить последнее').ariaDisabled).toBe('true')
    await paint([15, 3])
    expect(latest()[2]).toBe('..########....##....')
    await userEvent.click(tool('Отменить последнее'))
    await made()
    expect(latest()).toEqual(kept)
  })

  test('a mask of another size is dropped', async () => {
    const mask = `data:image/png;base64,${btoa('##\n..')}`
    await showForm({ kept: mask })
    await waitFor(() => expect(told).toEqual([undefined]))
  })
})

test('without a picture the field asks for one first', async () => {
  const onChange = vi.fn()
  render(
    <MaskField
      parameter={parameter}
      image={undefined}
      src={undefined}
      value={picture}
      onChange={onChange}
      onUnsaved={vi.fn()}
      problem={undefined}
      disabled={false}
    />
  )
  screen.getByText('Загрузите изображение, и на нём можно будет закрасить область')
  await waitFor(() => expect(onChange).toHaveBeenCalledWith(undefined))
})

test('a missing mask is shown as an error at the field, which can be focused', async () => {
  await showForm({ problem: 'Выделите область' })
  closeEditor()
  const alert = await screen.findByRole('alert')
  expect(alert.textContent).toBe('Выделите область')
  const opener = screen.getByRole('button', { name: 'Закрасить область' })
  expect([opener.matches('[data-invalid]'), opener.getAttribute('aria-describedby')]).toEqual([true, alert.id])
})

test('the name of a work is not taken for the address of its picture, which is not known yet', () => {
  const { container } = render(
    <MaskField
      parameter={parameter}
      image="work:a1b2c3d4e5f6.0"
      src={undefined}
      value={undefined}
      onChange={vi.fn()}
      onUnsaved={vi.fn()}
      problem={undefined}
      disabled={false}
    />
  )
  expect(container.querySelectorAll('img')).toHaveLength(0)
  expect(screen.queryByText(/^Загрузите изображение/)).toBeNull()
})
