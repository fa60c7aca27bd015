// A user finds, files, shares, downloads and deletes works; a stranger sees the shared one, and messengers its picture.
import { unzipSync } from 'fflate'
import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { createAccount } from '../support/e2e/account.ts'
import { bytesOf } from '../support/e2e/download.ts'
import { putFinger } from '../support/e2e/finger.ts'
import { expectGoodLooks } from '../support/e2e/good-looks.ts'
import { expectNothingCut } from '../support/e2e/sticking-out.ts'
import { jobsOf, playable, submitJob, whileJobsRun } from '../support/e2e/studio.ts'
import { test } from '../support/e2e/test.ts'

/** One finger goes over the picture of a work that is open. */
async function swipe(page: Page, name: string | RegExp, px: number) {
  const finger = await putFinger(page, page.getByRole('dialog', { name }).getByRole('img', { name }))
  await finger.move(px, 20)
  await finger.lift()
}

const prompts = [
  'Синий кит в облаках',
  'Красный кит в море',
  `Деревянный мост https://example.com/${'mosty'.repeat(12)}`,
  'Первый [сбой:модерация]',
  'Второй [сбой:модерация]'
]

test('works without a result go together; the others are found, filed, shared, downloaded and deleted by the keyboard', async ({
  openPage
}) => {
  const account = await createAccount()
  for (const prompt of prompts) await submitJob(account, '/image/flux', { prompt })
  await expect
    .poll(async () => (await jobsOf(account)).map(({ state }) => state).toSorted(), whileJobsRun)
    .toEqual(['completed', 'completed', 'completed', 'failed', 'failed'])
  const page = await openPage({ tokens: account.tokens })
  await page.goto('/library')
  const works = page.getByRole('listbox', { name: 'Работы' }).getByRole('option')
  await expect.poll(() => works.count()).toBe(3)
  await page.getByText(/^Без результата: 2 работы/).waitFor()
  await page.getByRole('button', { name: 'Показать', exact: true }).click()
  await page.getByText('Запрос отклонён правилами безопасности').first().waitFor()
  await page.getByRole('button', { name: 'Убрать все' }).click()
  await expectGoodLooks(page, 'library, and the question about works without a result')
  await page.getByRole('group').getByRole('button', { name: 'Убрать', exact: true }).click()
  // The page takes them away before the server has.
  await expect.poll(async () => (await jobsOf(account)).length).toBe(3)

  await page.setViewportSize({ width: 390, height: 844 })
  await page.getByRole('option', { name: /мост/ }).click()
  await expectNothingCut(page.getByRole('dialog').getByRole('region', { name: 'Flux' }).locator('../..'))
  await swipe(page, /мост/, -120)
  await swipe(page, 'Красный кит в море', 120)
  await page.getByRole('dialog', { name: /мост/ }).waitFor()
  await page.goBack()
  await page.setViewportSize({ width: 1440, height: 900 })

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
  await page.getByRole('searchbox', { name: 'Слова из запроса' }).fill('')
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

  await page.goBack()
  await page.getByRole('textbox', { name: /^Ссылка от / }).waitFor({ state: 'detached' })
  await page.getByRole('dialog', { name: 'Синий кит' }).waitFor()
  await page.goBack()
  await page.getByRole('dialog').waitFor({ state: 'detached' })
  await expect.poll(() => page.evaluate(() => document.activeElement?.getAttribute('role'))).toBe('option')
  await page.keyboard.press('Control+a')
  await page.keyboard.press('Delete')
  await page.getByRole('button', { name: 'Удалить насовсем' }).click()
  await page.getByText('Ничего не найдено').waitFor()
  await stranger.reload()
  await stranger.getByText('Ссылка не работает').waitFor()
})
