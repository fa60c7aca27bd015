// A change of a model beside one that is planned, in a browser: what is planned is shown, and the fields follow from the start.
import type { Page } from 'playwright-core'
import { expectGoodLooks } from '../support/e2e/good-looks.ts'
import { createOperator, openConsole, press, sendForm, showInConsole } from '../support/e2e/operator.ts'
import { test } from '../support/e2e/test.ts'

const hourMs = 60 * 60_000

/** As the field of a start has it. */
const startIn = (page: Page, hours: number): Promise<string> =>
  page.evaluate((ms) => {
    const at = Date.now() + ms
    return new Date(at - new Date(at).getTimezoneOffset() * 60_000).toISOString().slice(0, 16)
  }, hours * hourMs)

test('a change after a planned one begins with what is planned, and one before it is told what will replace it', async ({
  openPage
}) => {
  const owner = await createOperator('owner')
  const office = await openPage({ tokens: owner.tokens })
  await openConsole(office, owner, '#/models/gpt-4-turbo')
  const title = await office.getByRole('heading', { level: 1 }).innerText()
  await office.getByLabel('Токенов за ответ').fill('77')
  await press(office, 'Дальше: когда начать')
  const dialog = office.getByRole('dialog', { name: `Изменить: ${title}` })
  await dialog.getByLabel('Начало').fill(await startIn(office, 40))
  await sendForm(office, `Изменить: ${title}`, 'Назначить', { Причина: 'Новый договор' })
  await showInConsole(office, '#/models/gpt-4-turbo')
  await office
    .getByText(/запланировано: цена|цена: 77 токенов/)
    .first()
    .waitFor()
  await office.getByText(/целиком заменит запланированное/).waitFor()
  await office.getByLabel('Описание').fill('Другое описание')
  await office.getByLabel('Начало').fill(await startIn(office, 41))
  await office.getByText(/начнётся позже и основано на том/).waitFor()
  await office.locator('input[value="77"]').waitFor()
  await expectGoodLooks(office, 'console model beside a planned change')
  await press(office, 'Дальше: когда начать')
  await dialog.getByRole('row', { name: /Описание .* Другое описание/ }).waitFor()
  await expectGoodLooks(office, 'console dialog beside a planned change')
  await dialog.getByRole('button', { name: 'Отменить' }).click()
  await showInConsole(office, '#/models')
  await press(office, `Отменить изменение: ${title}`)
  await sendForm(office, `Отменить изменение: ${title}`, 'Отменить изменение', { Причина: 'Проверка закончена' })
})
