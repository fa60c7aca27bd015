import { screen, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { describe, expect, it, vi } from 'vitest'
import type { OperatorSupplier, SupplierTest } from '#contract/operator/shop/suppliers.ts'
import { Page } from '#web/console/src/shop/suppliers/page.tsx'
import { fakeApi, refuse, succeed } from '../fake-api.ts'
import { renderInConsole } from './render-console.tsx'
import { write } from '../write.ts'

const maker: OperatorSupplier = {
  id: 'openai',
  name: 'OpenAI',
  dialect: 'openai-responses',
  base_url: 'https://api.openai.com/v1',
  is_on: true,
  per_minute_max: null,
  is_maker: true,
  key: 'ok',
  key_set_at: null,
  models: ['GPT-4o', 'Наша модель'],
  models_alone: ['GPT-4o'],
  works: ['DALL-E 3'],
  works_alone: [],
  changed_at: null,
  changed_by: null
}
const reseller: OperatorSupplier = {
  ...maker,
  id: 's-0123456789ab',
  name: 'Посредник',
  dialect: 'openai-chat',
  base_url: 'https://api.reseller.ru/v1',
  per_minute_max: 60,
  is_maker: false,
  key_set_at: Date.UTC(2026, 10, 28, 9),
  models: [],
  models_alone: [],
  works: [],
  changed_at: Date.UTC(2026, 10, 28, 9),
  changed_by: 'anna'
}

const patience = { timeout: 20_000 }

const listing = (suppliers: OperatorSupplier[] = [maker, reseller]) => ({
  'GET /operator/suppliers': () => succeed({ suppliers })
})
const sent = ({ asked }: ReturnType<typeof fakeApi>) => asked.findLast(({ method }) => method === 'POST')
const button = (name: string) => screen.findByRole('button', { name })
const dialogOf = (name: string) => within(screen.getByRole('dialog', { name }))

describe('the page of suppliers', () => {
  it('shows who answers for what, with which key, and lets no maker of the settings be changed', async () => {
    fakeApi(listing([maker, reseller, { ...reseller, id: 's-closed000000', name: 'Закрытый', key: 'closed' }]))
    renderInConsole(<Page />)
    await screen.findByRole('row', {
      name: /^OpenAI.*включён.*Ключ из настроек развёртывания.*GPT-4o, Наша модель, DALL-E 3/
    })
    expect(screen.getByRole('row', { name: /^Посредник.*Ключ задан 28 ноября.*До 60 запросов в минуту/ })).toBeTruthy()
    expect(screen.getByRole('row', { name: /^Закрытый.*без ключа.*введите его заново/ })).toBeTruthy()
    expect(screen.queryByRole('button', { name: 'Изменить: OpenAI' })).toBeNull()
  })

  it('adds one; the address that the server refuses is told at its field', async () => {
    const api = fakeApi({
      ...listing(),
      'POST /operator/suppliers': () =>
        refuse(400, {
          code: 'VALIDATION_FAILED',
          data: { details: [{ path: 'base_url', msg: 'Имя ведёт в частную сеть' }] }
        })
    })
    renderInConsole(<Page />)
    await userEvent.click(await button('Новый поставщик'))
    const dialog = dialogOf('Новый поставщик')
    const key = dialog.getByLabelText<HTMLInputElement>('Ключ')
    expect([key.type, key.autocomplete]).toEqual(['password', 'off'])
    await write(userEvent, dialog.getByLabelText('Название'), 'Новый')
    await write(userEvent, dialog.getByLabelText('Адрес'), 'https://inside.ru/v1')
    await write(userEvent, dialog.getByLabelText('Причина'), 'Новый договор')
    await userEvent.click(dialog.getByRole('button', { name: 'Добавить' }))
    await dialog.findByText(/^Ключ: до 500/)
    expect(sent(api)).toBeUndefined()
    await write(userEvent, key, 'sk-1')
    await userEvent.click(dialog.getByRole('button', { name: 'Добавить' }))
    await dialog.findByText('Имя ведёт в частную сеть')
    expect(sent(api)?.body).toMatchObject({
      name: 'Новый',
      dialect: 'openai-chat',
      base_url: 'https://inside.ru/v1',
      key: 'sk-1',
      per_minute_max: null
    })
  })

  it('keeps the key when the path changes, and asks for it when the server does', async () => {
    const path = `/operator/suppliers/${reseller.id}`
    const api = fakeApi({ ...listing(), [`POST ${path}`]: () => succeed({ supplier: reseller }) })
    renderInConsole(<Page />)
    await userEvent.click(await button('Изменить: Посредник'))
    const dialog = dialogOf('Изменить: Посредник')
    const address = dialog.getByLabelText('Адрес')
    await userEvent.clear(address)
    await write(userEvent, address, 'https://other.reseller.ru/v1')
    expect(dialog.getByText(/введите ключ для него/)).toBeTruthy()
    await userEvent.clear(address)
    await write(userEvent, address, 'https://api.reseller.ru/v2')
    expect(dialog.getByText('Пусто: остаётся прежний ключ')).toBeTruthy()
    await write(userEvent, dialog.getByLabelText('Причина'), 'Новая версия')
    await userEvent.click(dialog.getByRole('button', { name: 'Сохранить' }))
    await vi.waitFor(
      () =>
        expect(sent(api)).toMatchObject({
          path,
          body: {
            base_url: 'https://api.reseller.ru/v2',
            key: null,
            per_minute_max: 60,
            changed_at: reseller.changed_at
          }
        }),
      patience
    )
  })

  it('says what is lost before one is switched off', async () => {
    const api = fakeApi({
      ...listing(),
      'POST /operator/suppliers/openai/switch': () => succeed({ supplier: { ...maker, is_on: false } })
    })
    renderInConsole(<Page />)
    await userEvent.click(await button('Выключить: OpenAI'))
    const dialog = dialogOf('Выключить: OpenAI')
    expect(dialog.getByText(/Больше никто не возьмётся за: GPT-4o\./)).toBeTruthy()
    await write(userEvent, dialog.getByLabelText('Причина'), 'Ключ утёк')
    await userEvent.click(dialog.getByRole('button', { name: 'Выключить' }))
    await vi.waitFor(() => expect(sent(api)?.body).toMatchObject({ is_on: false, reason: 'Ключ утёк' }), patience)
  })

  it('tests a model of one, and says what failed in words', async () => {
    const result: SupplierTest = {
      first_word_ms: 420,
      total_ms: 1500,
      text: 'Готов',
      upstream_model: 'deepseek-v3',
      usage: { input_tokens: 12, output_tokens: 3 },
      failure: null
    }
    const unauthorized = { kind: 'unauthorized', status: 401, code: 'invalid_api_key' }
    const answers = [result, { ...result, first_word_ms: null, text: '', usage: null, failure: unauthorized }]
    fakeApi({
      ...listing(),
      [`POST /operator/suppliers/${reseller.id}/test`]: () => succeed(answers.shift())
    })
    renderInConsole(<Page />)
    await userEvent.click(await button('Проверить: Посредник'))
    const dialog = dialogOf('Проверить: Посредник')
    await userEvent.click(dialog.getByRole('button', { name: 'Проверить' }))
    await dialog.findByText(/^Имя модели у поставщика/)
    await write(userEvent, dialog.getByLabelText('Модель у поставщика'), 'deepseek/deepseek-chat')
    await userEvent.click(dialog.getByRole('button', { name: 'Проверить' }))
    await dialog.findByText('Поставщик отвечает')
    expect(dialog.getByText('через 0,4 с')).toBeTruthy()
    expect(dialog.getByText('12 на входе, 3 на выходе')).toBeTruthy()
    await userEvent.click(dialog.getByRole('button', { name: 'Проверить' }))
    await dialog.findByText('Ключ не подходит или не даёт доступа к этой модели (HTTP 401, invalid_api_key)')
  })

  it('can only be looked at by finance', async () => {
    fakeApi(listing())
    renderInConsole(<Page />, 'finance')
    await screen.findByRole('row', { name: /^Посредник/ })
    expect(screen.queryByRole('button')).toBeNull()
  })
})
