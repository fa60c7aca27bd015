// A supplier's own list of models in a browser: it is read, its prices jump, and a model of it is put on sale after a person has said that
// the price is right. What lists say is tested in the Worker (supplier-lists.test.ts).
import { randomUUID } from 'node:crypto'
import type { Page } from 'playwright-core'
import { inject } from 'vitest'
import { expectGoodLooks, withMenus } from '../support/e2e/good-looks.ts'
import { createOperator, openConsole, press, sendForm } from '../support/e2e/operator.ts'
import { test } from '../support/e2e/test.ts'

const hourMs = 60 * 60_000
const model = 'deepseek/deepseek-v4'

const control = (reseller: string, body: object) =>
  fetch(`${inject('sandboxOrigin')}/control.json?for=/resellers/${reseller}`, {
    method: 'POST',
    body: JSON.stringify(body)
  })

async function addSupplier(office: Page, name: string, reseller: string): Promise<void> {
  await press(office, 'Новый поставщик')
  await sendForm(office, 'Новый поставщик', 'Добавить', {
    Название: name,
    Адрес: `${inject('sandboxOrigin')}/resellers/${reseller}/v1`,
    Ключ: 'sk-sandbox-reseller',
    Причина: 'Проверка списков'
  })
}

/** So far ahead that no other test is offered it. */
const startAhead = (office: Page): Promise<string> =>
  office.evaluate((ms) => {
    const at = Date.now() + ms
    return new Date(at - new Date(at).getTimezoneOffset() * 60_000).toISOString().slice(0, 16)
  }, 5 * hourMs)

test('a model of a supplier is found in its list, and put on sale with a price that a person has checked', async ({
  openPage
}) => {
  const owner = await createOperator('owner')
  const id = randomUUID().slice(0, 8)
  const [name, reseller] = [`Список ${id}`, `openrouter-${id}`]
  const office = await openPage({ dark: true, tokens: owner.tokens })
  await openConsole(office, owner, '#/suppliers')
  await addSupplier(office, name, reseller)
  await office.getByRole('link', { name: `Модели: ${name}` }).click()
  await office.getByText('Список ещё не читали.').waitFor()
  await control(reseller, { fault: 'page' })
  await press(office, 'Прочитать список')
  await office.getByText(/нет списка моделей: проверьте адрес/).waitFor()
  await press(office, 'Прочитать список')
  await office.getByText(/^Готово\..*8 моделей.*первое чтение/).waitFor()
  await control(reseller, { listPriceTimes: 2, listWithout: ['qwen/qwen3-max'] })
  await press(office, 'Прочитать снова')
  await office.getByText(/^Готово\..*7 моделей\.$/).waitFor()
  await expectGoodLooks(office, 'console supplier models', withMenus)

  await office.getByLabel('Показать').selectOption('Скачки цены (7)')
  await office.getByLabel('Найти модель').fill('v4 deepseek')
  const row = office.getByRole('list', { name: 'Модели поставщика' }).getByRole('listitem').filter({ hasText: model })
  await row.getByText(/\$0,56 \/ \$0,84/).waitFor()
  await row.getByText(/\+100\s%, было \$0,28/).waitFor()
  await row.getByRole('link', { name: 'Добавить в магазин: DeepSeek V4' }).click()

  await office.getByRole('complementary', { name: 'Из списка поставщика' }).waitFor()
  await office.getByLabel('Id', { exact: true }).fill(`e2e-${id}`)
  await office.getByLabel('Описание').fill('Модель из списка')
  await expectGoodLooks(office, 'console model from a list')
  await press(office, 'Дальше: когда начать')
  const title = 'Новая модель: DeepSeek V4'
  const saving = office.getByRole('dialog', { name: title })
  await saving.getByLabel('Начало').fill(await startAhead(office))
  await saving.getByLabel(/^Цена верна/).check()
  await expectGoodLooks(office, 'console model with a jump')
  await sendForm(office, title, 'Назначить', { Причина: 'Сверили с прейскурантом' })
  const coming = office.getByRole('table', { name: 'Скоро начнётся' })
  await coming.getByRole('row', { name: new RegExp(`e2e-${id}`) }).waitFor()
  await coming
    .getByRole('row', { name: new RegExp(`e2e-${id}`) })
    .getByRole('button')
    .click()
  await sendForm(office, 'Отменить изменение: DeepSeek V4', 'Отменить изменение', { Причина: 'Проверка закончена' })
})
