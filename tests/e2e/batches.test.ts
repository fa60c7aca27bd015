// Several pictures of one click, a picture to go by, and a seed that makes the same picture again.
import { expect } from 'vitest'
import { createAccount } from '../support/e2e/account.ts'
import { expectGoodLooks } from '../support/e2e/good-looks.ts'
import { balanceOf, chargesOf, choose, describeIt, jobsOf, submit, upload } from '../support/e2e/studio.ts'
import { test } from '../support/e2e/test.ts'

test('four pictures of a double click fill a grid, are paid for one by one and appear in another tab; a seed repeats one', async ({
  openPage
}) => {
  const account = await createAccount()
  const page = await openPage({ tokens: account.tokens })
  const beside = await openPage({ beside: page })
  await beside.goto('/library')
  await page.goto('/flux')
  await describeIt(page, 'Маяк на скале, вид с моря')
  await page.getByText('Дополнительно').click()
  await upload(page)
  await page.getByLabel('Образец 2').waitFor({ state: 'attached' })
  await choose(page, /^4\s*4\sтокена/)
  await expect.poll(() => submit(page).textContent()).toContain('4 токена')
  await expectGoodLooks(page, 'flux with a picture to go by')
  await submit(page).dblclick()
  const batch = page.getByRole('article', { name: /^Набор:/ })
  await page.getByRole('article', { name: 'Набор: готово 4 из 4' }).waitFor({ timeout: 60_000 })
  await expect.poll(() => beside.getByRole('option', { name: /Маяк на скале/ }).count()).toBe(4)
  await expect.poll(() => balanceOf(account)).toBe(6)
  const jobs = await jobsOf(account)
  expect(jobs.map(({ batch: place }) => place?.index).toSorted()).toEqual([0, 1, 2, 3])
  expect(await chargesOf(account)).toHaveLength(4)
  await page.waitForFunction(() => {
    const pictures = [...document.querySelectorAll<HTMLImageElement>('main article img')]
    return pictures.length >= 4 && pictures.every(({ complete, naturalWidth }) => complete && naturalWidth > 0)
  })
  await expectGoodLooks(page, 'a batch that is done')

  await batch.getByRole('button', { name: 'Показать целиком' }).nth(1).click()
  const second = jobs.find(({ batch: place }) => place?.index === 1)
  const dialog = page.getByRole('dialog')
  await dialog.getByText(`Seed ${second?.seed}`).waitFor()
  await dialog.getByRole('link', { name: 'Повторить с этим seed' }).click()
  const field = page.getByLabel('Seed', { exact: true })
  await expect.poll(() => field.inputValue()).toBe(String(second?.seed))
  await submit(page).click()
  await page
    .getByRole('article', { name: 'Работа: Flux' })
    .getByText(`Seed ${second?.seed}`)
    .waitFor({ timeout: 60_000 })
  await expect.poll(() => balanceOf(account)).toBe(5)

  await page.setViewportSize({ width: 390, height: 844 })
  await describeIt(page, 'Маяк [сбой:модерация]')
  await choose(page, '16:9')
  await choose(page, /^2\s*2\sтокена/)
  await submit(page).click()
  const failed = page.getByRole('article', { name: 'Набор: готово 0 из 2' })
  await failed.getByRole('button', { name: 'Убрать: работа 2' }).waitFor({ timeout: 60_000 })
  const cut = () =>
    failed
      .getByRole('listitem')
      .evaluateAll(
        (tiles) => tiles.filter(({ firstElementChild: box }) => box && box.scrollHeight > box.clientHeight).length
      )
  await expect.poll(cut).toBe(0)
})
