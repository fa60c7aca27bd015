// A user finds, files, shares, downloads and deletes works; a stranger sees the shared one, and messengers its picture.
import { unzipSync } from 'fflate'
import { expect } from 'vitest'
import { createAccount } from '../support/e2e/account.ts'
import { bytesOf } from '../support/e2e/download.ts'
import { expectGoodLooks } from '../support/e2e/good-looks.ts'
import { describeIt, playable, submit } from '../support/e2e/studio.ts'
import { test } from '../support/e2e/test.ts'

const prompts = ['Синий кит в облаках', 'Красный кит в море', 'Деревянный мост']

test('works are found, filed, shared, downloaded and deleted by the keyboard', async ({ openPage }) => {
  const account = await createAccount()
  const page = await openPage({ tokens: account.tokens })
  await page.goto('/flux')
  for (const prompt of prompts) {
    await describeIt(page, prompt)
    await submit(page).click()
    await page.getByRole('article').filter({ hasText: prompt }).getByRole('link', { name: 'Скачать' }).waitFor()
  }
  await playable(page, 'img')
  await page.goto('/library')
  const works = page.getByRole('listbox', { name: 'Работы' }).getByRole('option')
  await expect.poll(() => works.count()).toBe(3)
  await expectGoodLooks(page, 'library')

  await page.getByRole('searchbox', { name: 'Слова из запроса' }).fill('КИТ')
  await expect.poll(() => works.count()).toBe(2)
  await page.getByRole('option', { name: /Красный кит/ }).focus()
  await page.keyboard.press('Control+a')
  await page.getByText('Выбрано: 2 работы').waitFor()
  await expectGoodLooks(page, 'library with a selection')
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'ZIP' }).click()
  ])
  expect(Object.keys(unzipSync(await bytesOf(download))).toSorted()).toEqual([
    'Flux - Красный кит в море.jpg',
    'Flux - Синий кит в облаках.jpg'
  ])
  await page.getByRole('button', { name: 'В папку' }).click()
  await page.getByRole('textbox', { name: 'Название новой папки' }).fill('Киты')
  await page.getByRole('button', { name: 'Создать и переместить' }).click()
  await page.getByText('Выбрано').waitFor({ state: 'detached' })
  await page.goto('/library')
  await page.getByRole('button', { name: /^Папка/ }).click()
  await page.getByRole('menuitemradio', { name: /Киты/ }).click()
  await page.getByRole('heading', { name: 'Киты' }).waitFor()
  await expect.poll(() => works.count()).toBe(2)

  await page.getByRole('option', { name: /Синий кит/ }).click()
  await page.getByRole('button', { name: 'Поделиться' }).click()
  await page.getByRole('button', { name: 'Создать ссылку' }).click()
  const link = await page.getByRole('textbox', { name: /^Ссылка от / }).inputValue()
  await expectGoodLooks(page, 'sharing a work')

  const html = await (await fetch(link)).text()
  expect(html).toMatch(/<meta property="og:image" content="[^"]+\/api\/shared-works\/h\d-[0-9a-f]{40}\/files\/0"/)
  expect(html).not.toContain('Синий кит')
  const stranger = await openPage({ width: 390, refusals: [404] })
  await stranger.goto(link)
  await playable(stranger, 'img')
  await expectGoodLooks(stranger, 'shared work')

  await page.keyboard.press('Escape')
  await page.keyboard.press('Escape')
  await page.getByRole('dialog').waitFor({ state: 'detached' })
  await expect.poll(() => page.evaluate(() => document.activeElement?.getAttribute('role'))).toBe('option')
  await page.keyboard.press('Control+a')
  await page.keyboard.press('Delete')
  await page.getByRole('button', { name: 'Удалить насовсем' }).click()
  await page.getByText('Ничего не найдено').waitFor()
  await stranger.reload()
  await stranger.getByText('Ссылка не работает').waitFor()
})
