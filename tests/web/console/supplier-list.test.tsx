import { screen, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { type Filter, offersFor } from '#web/console/src/shop/suppliers/offer-words.ts'
import { Page } from '#web/console/src/shop/suppliers/page.tsx'
import { fakeApi, refuse, succeed } from '../fake-api.ts'
import { renderInConsole } from './render-console.tsx'
import { dearer, fresh, id, list, listPath, lost } from './supplier-offers.ts'

const reading = { [`GET ${listPath}`]: () => succeed(list()) }
const patience = { timeout: 20_000 }
const rows = () => within(screen.getByRole('list', { name: 'Модели поставщика' }))
const sent = ({ asked }: ReturnType<typeof fakeApi>) => asked.findLast(({ method }) => method === 'POST')

afterEach(() => window.history.replaceState(null, '', '/'))

const models = (filter: Filter) => offersFor([dearer, fresh, lost], filter, '').map((offer) => offer.listed.model)

describe('the list of a supplier', () => {
  it('shows prices, what has changed since, what is new and gone, and who uses it', async () => {
    fakeApi(reading)
    renderInConsole(<Page parameter={id} />)
    await screen.findByRole('heading', { name: 'Модели: Посредник' })
    expect(screen.getByText(/^Прочитан 28 нояб\. 2026 г\..*: 2 модели\.$/)).toBeTruthy()
    const [first, second, third] = rows()
      .getAllByRole('listitem')
      .filter(({ parentElement }) => parentElement?.getAttribute('aria-label') !== null)
    expect(first?.textContent).toMatch(
      /DeepSeek V4.*скачок цены.*контекст 131.072.*размышляет.*\$0,28 \/ \$0,42.*25,2.*37,8.*\+100\s%, было \$0,14 \/ \$0,21.*У нас: Наша.*\+40\s%/
    )
    expect(second?.textContent).toMatch(/qwen\/qwen3-max.*новая.*уйдёт 24 декабря.*Цену список не говорит/)
    expect(third?.textContent).toMatch(/old\/model.*исчезла.*В списке её больше нет/)
    const hrefs = screen.getAllByRole('link').map((link) => link.getAttribute('href'))
    expect(hrefs).toEqual([
      '#/suppliers',
      `#/models/own?supplier=${id}&model=deepseek%2Fdeepseek-v4`,
      `#/models/%2B?supplier=${id}&model=deepseek%2Fdeepseek-v4`,
      `#/models/%2B?supplier=${id}&model=qwen%2Fqwen3-max`,
      '#/models/own'
    ])
  })

  it('is searched by all words, and narrowed to what has happened', async () => {
    fakeApi(reading)
    renderInConsole(<Page parameter={id} />)
    const search = await screen.findByLabelText('Найти модель')
    await userEvent.type(search, 'V4 deep')
    await vi.waitFor(() => expect(rows().queryByText('qwen/qwen3-max')).toBeNull(), patience)
    expect(rows().getByText('deepseek/deepseek-v4')).toBeTruthy()
    await userEvent.clear(search)
    await userEvent.type(search, 'нет такой')
    await screen.findByText(/^Ничего не нашлось/)
    await userEvent.clear(search)
    await userEvent.selectOptions(screen.getByLabelText('Показать'), 'Исчезли (1)')
    await vi.waitFor(() => expect(rows().queryByText('qwen/qwen3-max')).toBeNull(), patience)
    expect(rows().getByText('old/model')).toBeTruthy()
    expect(window.location.hash).toContain('show=gone')
    expect([models('dearer'), models('cheaper'), models('new'), models('jumps')]).toEqual([
      ['deepseek/deepseek-v4'],
      [],
      ['qwen/qwen3-max'],
      ['deepseek/deepseek-v4']
    ])
  })

  it('is read at a press; what fails is told, and the older one stays', async () => {
    const answers = [
      succeed({ failure: { kind: 'malformed', status: 404, code: null }, list: list() }),
      refuse(429, { error: 'Слишком много запросов', code: 'RATE_LIMITED' }),
      succeed({ failure: null, list: list([fresh], { is_first: true }) })
    ]
    const api = fakeApi({ ...reading, [`POST ${listPath}/read`]: () => answers.shift() ?? refuse(500) })
    renderInConsole(<Page parameter={id} />)
    const button = await screen.findByRole('button', { name: 'Прочитать снова' })
    await userEvent.click(button)
    await screen.findByText(/нет списка моделей: проверьте адрес и формат поставщика \(HTTP 404\)\. Ниже то/)
    expect(rows().getByText('deepseek/deepseek-v4')).toBeTruthy()
    await userEvent.click(button)
    await screen.findByText(/^Слишком много запросов/)
    await userEvent.click(button)
    await screen.findByText(/^Готово\. Прочитан .*: 1 модель\. Это первое чтение/)
    expect(rows().queryByText('deepseek/deepseek-v4')).toBeNull()
    expect(screen.queryByRole('alert')).toBeNull()
    expect(sent(api)).toMatchObject({ path: `${listPath}/read` })
  })

  it('that was never read says so, and can only be looked at by finance', async () => {
    fakeApi({ [`GET ${listPath}`]: () => succeed(list([], { read_at: null })) })
    renderInConsole(<Page parameter={id} />, 'finance')
    await screen.findByText('Список ещё не читали.')
    expect(screen.queryByRole('button')).toBeNull()
  })
})
