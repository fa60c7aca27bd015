import { screen, waitFor, within } from '@testing-library/react'
import { describe, expect, it, vi } from 'vitest'
import { jobsDeletedMax } from '#contract/library.ts'
import { refuse, succeed } from './fake-api.ts'
import { address } from './render-page.tsx'
import { dialogOf, endedJob, library, listPath, pageOf, selected, three, tile } from './open-library.tsx'
import { toasts } from './toasts.ts'

describe('the selection', () => {
  it('is made by the keyboard: space, Shift with arrows, Ctrl+A, and ends with Escape', async () => {
    const { user } = await library(three)
    const first = await tile(3)
    first.focus()
    await user.keyboard(' ')
    expect(selected()).toEqual(['job-operation-3'])
    await user.keyboard('{Shift>}{ArrowRight}{ArrowRight}{/Shift}')
    expect(selected()).toHaveLength(3)
    expect(document.activeElement).toBe(await tile(1))
    await user.keyboard('{Escape}')
    expect(selected()).toEqual([])
    expect(screen.queryByRole('region', { name: 'Выбранные работы' })).toBeNull()
    await user.keyboard('{Control>}[KeyA]{/Control}')
    expect(selected()).toHaveLength(3)
    await screen.findByText('Выбрано: 3 работы')
  })

  it('is made by the mouse: with Ctrl, with Shift, and any click while something is selected', async () => {
    const { user } = await library(three)
    await tile(3)
    await user.keyboard('{Control>}')
    await user.click(await tile(3))
    await user.keyboard('{/Control}{Shift>}')
    await user.click(await tile(1))
    await user.keyboard('{/Shift}')
    expect(selected()).toHaveLength(3)
    await user.click(await tile(2))
    expect(selected()).toEqual(['job-operation-3', 'job-operation-1'])
    expect(address()).toBe('/library')
  })

  it('goes into a ZIP whose size is said, and none that is too large is asked for', async () => {
    const clicked = vi.spyOn(HTMLAnchorElement.prototype, 'click').mockReturnValue()
    const { user, calls } = await library({
      ...three,
      'POST /library/zips': () => succeed({ url: '/api/library/zip?x', files: 3, sizeBytes: 3_774_873 })
    })
    ;(await tile(3)).focus()
    await user.keyboard('{Control>}[KeyA]{/Control}')
    await screen.findByText(/3,6\sМБ/)
    await user.click(screen.getByRole('button', { name: 'ZIP' }))
    await waitFor(() => expect(toasts).toEqual([expect.stringMatching(/^success: Скачиваем архив: 3,6\sМБ$/)]))
    expect(clicked).toHaveBeenCalledOnce()
    expect(calls()).toContain('POST /library/zips')
  })

  it('becomes favourites and goes into a folder', async () => {
    const { user, calls } = await library({
      ...three,
      'PUT /library/works': () => succeed({ ids: ['operation-3'] })
    })
    ;(await tile(3)).focus()
    await user.keyboard(' ')
    await user.click(screen.getByRole('button', { name: 'В избранное' }))
    await screen.findByText('В избранном')
    await user.click(screen.getByRole('button', { name: 'В папку' }))
    await user.click(await screen.findByRole('button', { name: 'Реклама' }))
    await waitFor(() => expect(calls().filter((one) => one === 'PUT /library/works')).toHaveLength(2))
    await waitFor(() => expect(selected()).toEqual([]))
  })

  it('is deleted after a question that says how many works it has', async () => {
    const { user } = await library({
      ...three,
      'POST /library/deletions': () => succeed({ deleted: ['operation-3', 'operation-2', 'operation-1'] })
    })
    ;(await tile(3)).focus()
    await user.keyboard('{Control>}[KeyA]{/Control}{Delete}')
    await screen.findByRole('dialog', { name: 'Удалить 3 работы?' })
    await user.click(screen.getByRole('button', { name: 'Удалить насовсем' }))
    await screen.findByText('Работ пока нет')
    expect(toasts).toEqual(['success: Удалено: 3 работы'])
  })

  it('says how many were deleted before a refusal, and why the others were not', async () => {
    const many = Array.from({ length: jobsDeletedMax + 1 }, (_, index) => endedJob(100 + index))
    const { user } = await library({
      ...three,
      [listPath]: () => pageOf(many),
      'POST /library/deletions': ({ body }) => {
        const { ids } = body as { ids: string[] }
        return ids.length > 1 ? succeed({ deleted: ids }) : refuse(429, { code: 'RATE_LIMITED', error: 'Много' })
      }
    })
    ;(await tile(100)).focus()
    await user.keyboard('{Control>}[KeyA]{/Control}{Delete}')
    await user.click(await screen.findByRole('button', { name: 'Удалить насовсем' }))
    await waitFor(() => expect(toasts).toEqual(['error: Удалено 25 из 26. Много']))
  })
})

describe('a link to a work', () => {
  const link = {
    id: 'share-1',
    operation_id: 'operation-3',
    with_prompt: false,
    url: 'https://site.test/shared?t=h1-abc',
    created_at: 1_795_000_000_000,
    expires_at: null,
    title: 'Работа 3'
  }

  it('is made for as long as the user wants, and revoked', async () => {
    let links: object[] = []
    const read = Promise.withResolvers<void>()
    const { user, calls } = await library({
      ...three,
      'GET /library/shares?operationId=operation-3': async () => {
        await read.promise
        return succeed({ items: links })
      },
      'POST /library/works/operation-3/shares': () => {
        links = [link]
        return succeed({ share: link })
      },
      'DELETE /library/shares/share-1': () => {
        links = []
        return succeed({})
      }
    })
    await user.click(await tile(3))
    const filing = within(await dialogOf(3)).getByRole<HTMLButtonElement>('button', { name: 'В папку' })
    await waitFor(() => expect(filing.disabled).toBe(false))
    await user.click(filing)
    // It is in no folder.
    const folders = within(await screen.findByRole('dialog', { name: 'В папку' }))
    expect([folders.queryByText('Реклама') !== null, folders.queryByText('Убрать из папки')]).toEqual([true, null])
    await user.keyboard('{Escape}')
    await user.click(within(await dialogOf(3)).getByRole('button', { name: 'Поделиться' }))
    const dialog = within(await screen.findByRole('dialog', { name: 'Поделиться работой' }))
    // The list would push the button away from under the pointer.
    expect(dialog.queryByRole('button', { name: 'Создать ссылку' })).toBeNull()
    read.resolve()
    await user.click(await dialog.findByRole('button', { name: 'Создать ссылку' }))
    expect((await dialog.findByRole<HTMLInputElement>('textbox', { name: /^Ссылка от/ })).value).toBe(link.url)
    expect(dialog.getByText(/Работает, пока не отзовёте/)).toBeTruthy()
    await user.click(dialog.getByRole('button', { name: /^Отозвать/ }))
    await waitFor(() => expect(dialog.queryByRole('textbox')).toBeNull())
    expect(calls()).toContain('DELETE /library/shares/share-1')
  })
})
