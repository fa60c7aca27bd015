// Making a key of the API, which is shown this once.
import { screen, waitFor, within } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { refuse, succeed } from './fake-api.ts'
import { begin, dialog, hourMs, isClosed, keyOf, make, making, openKeys, remembered, secret } from './open-api-keys.tsx'
import { refusing } from './open-profile.tsx'
import { toasts } from './toasts.ts'
import { write } from './write.ts'

describe('a new key', () => {
  it('is sent as it was chosen', async () => {
    const page = openKeys([], making())
    const form = await begin(page)
    expect(document.activeElement).toBe(form.getByLabelText('Название'))
    await write(page.user, form.getByLabelText('Название'), ' Бот ')
    await page.user.click(form.getByRole('checkbox', { name: 'Баланс' }))
    await page.user.click(form.getByRole('radio', { name: 'Только выбранные' }))
    await page.user.click(form.getByRole('checkbox', { name: 'GPT-4o gpt-4o' }))
    await page.user.type(
      form.getByLabelText('Адреса, с которых ключ работает'),
      '203.0.113.7{Enter} 10.0.0.0/8 {Enter}'
    )
    await page.user.type(form.getByLabelText('В месяц'), '1 500')
    await page.user.click(form.getByRole('button', { name: /^Срок/ }))
    await page.user.click(await screen.findByRole('menuitemradio', { name: '30 дней' }))
    const before = Date.now()
    await page.user.click(form.getByRole('button', { name: 'Создать ключ' }))
    await dialog('Ключ создан')
    const [body] = page.sent('POST /api-keys') as [{ expires_at: number }]
    expect(body).toEqual({
      name: ' Бот ',
      scopes: ['chat', 'images', 'audio', 'models'],
      models: ['gpt-4o'],
      networks: ['203.0.113.7', '10.0.0.0/8'],
      budgets: { day: null, month: 1500, total: null },
      expires_at: expect.any(Number)
    })
    expect(Math.abs(body.expires_at - before - 30 * 24 * hourMs)).toBeLessThan(10_000)
  })

  it('names a limit that is no whole number', async () => {
    const page = openKeys([], making())
    const form = await begin(page)
    await page.user.type(form.getByLabelText('Название'), 'Бот')
    await page.user.type(form.getByLabelText('В день'), '1,5')
    await page.user.click(form.getByRole('button', { name: 'Создать ключ' }))
    expect(await form.findByText('Укажите целое число токенов')).toBeTruthy()
    expect([page.sent('POST /api-keys'), document.activeElement]).toEqual([[], form.getByLabelText('В день')])
  })

  it('is shown this once, and nothing remembers it', async () => {
    const page = openKeys([], {
      'POST /api-keys': () => {
        page.known.push(keyOf())
        return succeed({ key: secret, apiKey: keyOf() })
      }
    })
    await begin(page)
    const place = screen.getByRole('dialog')
    // On a phone the button stands at the end of a long form.
    place.scrollTop = 300
    await page.user.type(within(place).getByLabelText('Название'), 'Ноутбук{Enter}')
    const shown = await dialog('Ключ создан')
    const field = shown.getByLabelText<HTMLInputElement>('Ключ')
    expect([field.value, document.activeElement === field, place.scrollTop]).toEqual([secret, true, 0])
    expect(shown.getByText(/второй раз он не показывается/)).toBeTruthy()
    // An example holds it, ready to be copied.
    expect(shown.getByText(new RegExp(`Bearer ${secret}`))).toBeTruthy()
    await page.user.click(shown.getByRole('button', { name: 'Скопировать: ключ' }))
    expect(await navigator.clipboard.readText()).toBe(secret)
    await page.user.click(shown.getByRole('button', { name: 'Готово' }))
    await isClosed()
    await screen.findByText('sk-…a1b2')
    expect(remembered(page)).not.toContain(secret)
    expect(remembered(page)).toContain('sk-…a1b2')
  })

  it('that was not copied asks once before it is gone', async () => {
    const page = openKeys([], making())
    const shown = await make(page)
    await page.user.keyboard('{Escape}')
    const question = await shown.findByRole('group', { name: 'Ключ не скопирован' })
    expect(document.activeElement).toBe(question)
    await page.user.keyboard('{Escape}')
    await isClosed()
    expect(remembered(page)).not.toContain(secret)
  })

  it('is copied from the question too', async () => {
    const page = openKeys([], making())
    const shown = await make(page)
    await page.user.click(shown.getByRole('button', { name: 'Закрыть' }))
    await page.user.click(await shown.findByRole('button', { name: 'Скопировать и закрыть: ключ' }))
    await isClosed()
    expect(await navigator.clipboard.readText()).toBe(secret)
  })

  it('counts as copied inside an example, and without one it is asked for', async () => {
    const page = openKeys([], making())
    const shown = await make(page)
    await page.user.click(shown.getByRole('tab', { name: 'Python' }))
    await page.user.click(shown.getByRole('button', { name: 'Скопировать: Установка' }))
    await page.user.keyboard('{Escape}')
    await shown.findByRole('group', { name: 'Ключ не скопирован' })
    await page.user.click(shown.getByRole('button', { name: 'Скопировать: Программа' }))
    await waitFor(() => expect(shown.queryByRole('group', { name: 'Ключ не скопирован' })).toBeNull())
    await page.user.keyboard('{Escape}')
    await isClosed()
  })

  it.each([{ scopes: ['images' as const] }, { models: ['flux-schnell'] }])(
    'that asks no chats, %j, has no examples of them',
    async (more) => {
      const shown = await make(openKeys([], making(keyOf(more))))
      expect(shown.getByText(/^Ключ не для чата/)).toBeTruthy()
      expect(shown.queryByRole('tab')).toBeNull()
    }
  )

  it('is refused at the fields that are wrong, before it is sent and after', async () => {
    const page = openKeys([], { 'POST /api-keys': () => refusing('networks.1', '«дом» — не адрес') })
    const form = await begin(page)
    for (const right of form.getAllByRole('checkbox')) await page.user.click(right)
    await page.user.click(form.getByRole('radio', { name: 'Только выбранные' }))
    await page.user.click(form.getByRole('button', { name: 'Создать ключ' }))
    const texts = form.getAllByRole('alert').map(({ textContent }) => textContent)
    expect(texts).toEqual(['Назовите ключ', 'Выберите хотя бы одно право', 'Выберите хотя бы одну модель'])
    expect([page.sent('POST /api-keys'), document.activeElement]).toEqual([[], form.getByLabelText('Название')])
    await page.user.type(form.getByLabelText('Название'), 'Бот')
    await page.user.click(form.getByRole('checkbox', { name: 'Чат' }))
    await page.user.click(form.getByRole('radio', { name: /^Все/ }))
    const networks = form.getByLabelText('Адреса, с которых ключ работает')
    await page.user.type(networks, '203.0.113.7{Enter}дом')
    await page.user.click(form.getByRole('button', { name: 'Создать ключ' }))
    await form.findByText('«дом» — не адрес')
    expect([document.activeElement, toasts]).toEqual([networks, []])
  })

  it('needs a day that is to come', async () => {
    const page = openKeys([], making())
    const form = await begin(page)
    await page.user.type(form.getByLabelText('Название'), 'Бот')
    await page.user.click(form.getByRole('button', { name: /^Срок/ }))
    await page.user.click(await screen.findByRole('menuitemradio', { name: 'До выбранного дня' }))
    await page.user.click(form.getByRole('button', { name: 'Создать ключ' }))
    await form.findByText('Выберите день')
    const day = form.getByLabelText('Последний день')
    await page.user.type(day, '2020-01-01')
    await page.user.click(form.getByRole('button', { name: 'Создать ключ' }))
    await form.findByText('Этот день уже прошёл')
    await page.user.clear(day)
    await page.user.type(day, '2031-12-03')
    await page.user.click(form.getByRole('button', { name: 'Создать ключ' }))
    await dialog('Ключ создан')
    const end = new Date(2031, 11, 4).getTime() - 1
    expect(page.sent('POST /api-keys')).toEqual([expect.objectContaining({ expires_at: end })])
  })

  it('beyond the twentieth is refused in words, and the list is read again', async () => {
    const text = 'Ключей уже 20. Удалите ненужный, чтобы создать новый'
    const page = openKeys([], { 'POST /api-keys': () => refuse(409, { error: text, code: 'API_KEYS_FULL' }) })
    const form = await begin(page)
    await page.user.type(form.getByLabelText('Название'), 'Бот{Enter}')
    await waitFor(() => expect(toasts).toEqual([`error: ${text}`]))
    await waitFor(() => expect(page.sent('GET /api-keys')).toHaveLength(2))
    expect(form.getByLabelText<HTMLInputElement>('Название').value).toBe('Бот')
  })

  it('is waited for: the dialog does not close before its answer', async () => {
    const { promise, resolve } = Promise.withResolvers<Response>()
    const page = openKeys([], { 'POST /api-keys': () => promise })
    const form = await begin(page)
    await page.user.type(form.getByLabelText('Название'), 'Бот{Enter}')
    await waitFor(() => expect(page.sent('POST /api-keys')).toHaveLength(1))
    await page.user.keyboard('{Escape}')
    resolve(succeed({ key: secret, apiKey: keyOf() }))
    await dialog('Ключ создан')
  })

  it('that is begun is left after a question, or by «Отмена»', async () => {
    const page = openKeys([], {})
    await begin(page)
    await page.user.keyboard('{Escape}')
    await isClosed()
    const form = await begin(page)
    // What is chosen counts as what is typed.
    await page.user.click(form.getByRole('checkbox', { name: 'Баланс' }))
    await page.user.keyboard('{Escape}')
    const question = await dialog('Закрыть без сохранения?')
    await page.user.click(question.getByText('Остаться'))
    expect(form.getByRole<HTMLInputElement>('checkbox', { name: 'Баланс' }).checked).toBe(false)
    await page.user.click(form.getByRole('button', { name: 'Отмена' }))
    await isClosed()
  })

  it('that fails leaves its words as they were sent, and the focus where it was', async () => {
    const { promise, resolve } = Promise.withResolvers<Response>()
    const page = openKeys([], { 'POST /api-keys': () => promise })
    const form = await begin(page)
    const name = form.getByLabelText<HTMLInputElement>('Название')
    await write(page.user, name, 'Бот')
    const send = form.getByRole('button', { name: 'Создать ключ' })
    await page.user.click(send)
    await page.user.dblClick(send)
    await page.user.type(name, ' и ещё{Enter}')
    send.focus()
    resolve(refuse(500, { error: 'Не вышло' }))
    await waitFor(() => expect(toasts).toHaveLength(1))
    expect([name.value, page.sent('POST /api-keys').length, document.activeElement]).toEqual(['Бот', 1, send])
  })
})
