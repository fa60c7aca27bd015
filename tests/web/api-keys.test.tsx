// The keys of the API, and how programs are pointed at it.
import { screen, within } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { Page } from '#web/src/people/api-keys/page.tsx'
import { fakeApi, refuse, succeed } from './fake-api.ts'
import { button, choose, dialog, hourMs, isClosed, keyOf, openKeys, remembered, secret } from './open-api-keys.tsx'
import { openPages } from './render-page.tsx'
import { toasts } from './toasts.ts'
import { write } from './write.ts'

describe('a visitor', () => {
  it('is asked to sign in, and comes back', async () => {
    fakeApi({})
    openPages('/api-keys', { '/api-keys': <Page /> })
    const way = await screen.findByRole('link', { name: 'Войти' })
    expect(way.getAttribute('href')).toBe('/auth?return=%2Fapi-keys')
  })
})

describe('the list', () => {
  it('says what a key is for while there is none', async () => {
    openKeys([])
    await screen.findByText('Ключей пока нет')
    expect(screen.getByText(/редактор кода, бот или скрипт/)).toBeTruthy()
    await button('Создать ключ')
  })

  it('tells of each key what it may do, its use, its end, and until when the one before works', async () => {
    const now = Date.now()
    const overlap = now + 20 * hourMs
    openKeys([
      keyOf({ last_used_at: now - 5 * 60_000, overlaps_until: overlap }),
      keyOf({ id: 'k2', name: 'Бот', scopes: ['chat', 'balance'], models: ['gpt-4o'], networks: ['203.0.113.7'] }),
      keyOf({
        id: 'k3',
        name: 'Сервер',
        models: ['gpt-4o', 'grok-2', 'claude-3-haiku'],
        networks: ['203.0.113.7', '2001:db8::/32'],
        expires_at: new Date(2030, 11, 3).getTime()
      }),
      keyOf({ id: 'k4', name: 'Старый', expires_at: new Date(2026, 10, 4).getTime() })
    ])
    const rows = within(await screen.findByRole('list', { name: 'Ключи' })).getAllByRole('listitem')
    const texts = rows.map(({ textContent }) => textContent?.replaceAll('\u00a0', ' '))
    expect(texts[0]).toContain('sk-…a1b2')
    expect(texts[0]).toContain('все права · все модели · с любых адресов')
    expect(texts[0]).toContain('создан 3 ноября 2026 г. · использован 5 мин назад · бессрочный')
    expect(texts[0]).toContain('Прежний ключ работает до ')
    expect(texts[1]).toContain('чат, баланс · GPT-4o · только с 203.0.113.7')
    expect(texts[1]).toContain('ещё не использовался')
    expect(texts[2]).toContain('3 модели · только с 2 адресов')
    expect(texts[2]).toContain('истекает 3 декабря 2030 г.')
    expect(texts[3]).toContain('Истёк')
    expect(screen.getByText('3 ключа из 20, истёкшие не в счёт')).toBeTruthy()
  })

  it('tells what a key has spent, of what it may', async () => {
    const budgets = { day: 10, month: null, total: 1500 }
    openKeys([
      keyOf({ budgets, spent: { day: 0.004, month: 12.345, total: 1234.5 } }),
      keyOf({ id: 'k2', name: 'Бот' })
    ])
    const rows = within(await screen.findByRole('list', { name: 'Ключи' })).getAllByRole('listitem')
    const texts = rows.map(({ textContent }) => textContent?.replaceAll('\u00a0', ' '))
    expect(texts[0]).toContain(
      'Потрачено токенов: сегодня меньше 0,01 из 10 · в этом месяце 12,35 · всего 1 234,5 из 1 500'
    )
    expect(texts[1]).not.toContain('Потрачено')
  })

  it('of twenty takes no more until one is deleted', async () => {
    const keys = Array.from({ length: 20 }, (_, index) => keyOf({ id: `k${index}`, name: `Ключ ${index}` }))
    const page = openKeys(keys, { 'DELETE /api-keys/k3': () => (page.known.splice(3, 1), succeed()) })
    await screen.findByText('Ключей уже 20. Удалите ненужный, чтобы создать новый.')
    expect((await button('Создать ключ')).ariaDisabled).toBe('true')
    await choose(page, 'Удалить', 'Ключ 3')
    const asked = await dialog('Удалить ключ?')
    expect(asked.getByText(/«Ключ 3» \(sk-…a1b2\) перестанут работать сразу/)).toBeTruthy()
    await page.user.click(asked.getByRole('button', { name: 'Удалить' }))
    await screen.findByText('19 ключей из 20')
    expect(toasts).toEqual(['success: Ключ удалён'])
    expect((await button('Создать ключ')).ariaDisabled).toBeNull()
  })

  it('counts no expired ones: twenty with one of them leave room', async () => {
    const keys = Array.from({ length: 20 }, (_, index) => keyOf({ id: `k${index}`, name: `Ключ ${index}` }))
    openKeys([...keys.slice(1), keyOf({ id: 'k0', expires_at: 1 })])
    await screen.findByText('19 ключей из 20, истёкшие не в счёт')
    expect((await button('Создать ключ')).ariaDisabled).toBeNull()
  })

  it('that cannot be read is asked for again', async () => {
    let times = 0
    const { user } = openKeys([], {
      'GET /api-keys': () => ((times += 1) === 1 ? refuse(503, { error: 'Нет' }) : succeed({ items: [keyOf()] }))
    })
    await user.click(await button('Повторить'))
    await screen.findByText('Ноутбук')
  })
})

describe('a key', () => {
  it('is changed, keeps the moment of its end, and gives the focus back to its menu', async () => {
    const before = keyOf({ expires_at: new Date(2030, 11, 3, 15, 7).getTime(), models: ['gone-model'] })
    const page = openKeys([before], {
      'PUT /api-keys/k1': () => ((page.known[0] = { ...before, name: 'Сервер' }), succeed({ apiKey: page.known[0] }))
    })
    await choose(page, 'Изменить')
    const form = await dialog('Изменить ключ')
    expect(form.getByRole<HTMLInputElement>('checkbox', { name: 'gone-model gone-model' }).checked).toBe(true)
    await page.user.clear(form.getByLabelText('Название'))
    await write(page.user, form.getByLabelText('Название'), 'Сервер')
    await page.user.click(form.getByRole('button', { name: 'Сохранить' }))
    await isClosed()
    const { name, scopes, models, networks, expires_at, budgets } = { ...before, name: 'Сервер' }
    expect(page.sent('PUT /api-keys/k1')).toEqual([{ name, scopes, models, networks, expires_at, budgets }])
    expect(toasts).toEqual(['success: Ключ изменён'])
    expect(document.activeElement).toBe(await button('Действия с ключом «Сервер»'))
  })

  it.each([
    [/ещё 24 часа/, 24],
    [/перестаёт работать сразу/, 0]
  ])('is replaced: the one before %s', async (choice, hours) => {
    const after = keyOf({ hint: 'sk-…c3d4', overlaps_until: hours === 0 ? null : Date.now() + hours * hourMs })
    const page = openKeys([keyOf()], {
      'POST /api-keys/k1/replace': () => ((page.known[0] = after), succeed({ key: secret, apiKey: after }))
    })
    await choose(page, 'Перевыпустить')
    const asked = await dialog('Перевыпустить ключ?')
    await page.user.click(asked.getByRole('radio', { name: choice }))
    await page.user.click(asked.getByRole('button', { name: 'Перевыпустить' }))
    const shown = await dialog('Ключ перевыпущен')
    expect(page.sent('POST /api-keys/k1/replace')).toEqual([{ overlap_hours: hours }])
    await page.user.click(shown.getByRole('button', { name: 'Скопировать: ключ' }))
    await page.user.keyboard('{Escape}')
    await isClosed()
    await screen.findByText('sk-…c3d4')
    expect(screen.queryByText(/^Прежний ключ работает до/) !== null).toBe(hours > 0)
    expect(remembered(page)).not.toContain(secret)
  })

  it('that is gone already counts as deleted', async () => {
    const page = openKeys([keyOf()], {
      'DELETE /api-keys/k1': () => ((page.known.length = 0), refuse(404, { error: 'Не найдено', code: 'NOT_FOUND' }))
    })
    await choose(page, 'Удалить')
    await page.user.click((await dialog('Удалить ключ?')).getByRole('button', { name: 'Удалить' }))
    await screen.findByText('Ключей пока нет')
  })
})

const told = () => screen.getByRole('tabpanel').textContent ?? ''

describe('the set-up of programs', () => {
  it('names address, placeholder and model, each program in its own words', async () => {
    const { user } = openKeys([keyOf()])
    await screen.findByText('Ноутбук')
    const base = `${location.origin}/v1`
    expect(screen.getByRole<HTMLInputElement>('textbox', { name: 'Адрес для программ' }).value).toBe(base)
    await user.click(await button('Скопировать: адрес'))
    expect(await navigator.clipboard.readText()).toBe(base)
    expect(told()).toContain(`curl ${base}/chat/completions`)
    expect(told()).toContain('Bearer sk-YOUR-KEY')
    await user.click(await button(/^Модель в примерах/))
    await user.click(await screen.findByRole('menuitemradio', { name: /Claude 3 Haiku/ }))
    const named: [tab: string, words: string[]][] = [
      ['curl', ['"model": "claude-3-haiku"']],
      ['Python', [`OpenAI(base_url="${base}", api_key="sk-YOUR-KEY")`, 'model="claude-3-haiku"']],
      ['Node.js', [`new OpenAI({ baseURL: '${base}', apiKey: 'sk-YOUR-KEY' })`]],
      ['Open WebUI', [`URL${base}`, 'API Keysk-YOUR-KEY']],
      ['Cline и Continue', ['OpenAI Compatible', 'Model IDclaude-3-haiku', `apiBase: ${base}/\n`]],
      ['Codex', [`base_url = "${base}"`, 'model = "claude-3-haiku"', 'export SITE_API_KEY=sk-YOUR-KEY']],
      ['Claude Code', [`"ANTHROPIC_BASE_URL": "${base.replace('/v1', '')}"`, '"ANTHROPIC_MODEL": "claude-3-haiku"']],
      ['n8n', [`Base URL${base}`, 'модель claude-3-haiku']]
    ]
    expect(screen.getAllByRole('tab').map(({ textContent }) => textContent)).toEqual(named.map(([tab]) => tab))
    for (const [tab, words] of named) {
      await user.click(screen.getByRole('tab', { name: tab }))
      for (const word of words) expect(told(), tab).toContain(word)
    }
  })
})
