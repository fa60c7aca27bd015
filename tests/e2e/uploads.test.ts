// Files that a user uploads, with Chromium's own decoder, canvas, mouse and touch.
import sharp from 'sharp'
import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { createAccount } from '../support/e2e/account.ts'
import { expectGoodLooks, onPhone } from '../support/e2e/good-looks.ts'
import { balanceOf, card, control, keptFiles } from '../support/e2e/studio.ts'
import { test } from '../support/e2e/test.ts'

/** A photo whose left half is red, stored like a phone's portrait photo: rotated by EXIF, with a GPS position. */
const photo = (width: number, height: number) =>
  sharp({ create: { width: height, height: width, channels: 3, background: 'blue' } })
    .composite([
      {
        input: { create: { width: height, height: Math.round(width / 2), channels: 3, background: 'red' } },
        gravity: 'south'
      }
    ])
    .withExif({ IFD0: { Make: 'SecretCamera' }, IFD3: { GPSLatitudeRef: 'N' } })
    .withMetadata({ orientation: 6 })
    .jpeg()
    .toBuffer()

/** A photo as large as a good camera makes it, on its side: full of grain, which keeps it large. */
const grainyPhoto = () =>
  sharp({
    create: {
      width: 3400,
      height: 2550,
      channels: 3,
      background: 'gray',
      noise: { type: 'gaussian', mean: 128, sigma: 30 }
    }
  })
    .withMetadata({ orientation: 6 })
    .jpeg({ quality: 97 })
    .toBuffer()

const choose = async (page: Page, buffer: Buffer, name = 'фото.jpg') =>
  page.getByLabel('Изображение', { exact: true }).setInputFiles({ name, mimeType: 'image/jpeg', buffer })

/** The decoded file in a request's body. */
const sentFile = (body: Record<string, string>, name: string) => Buffer.from(body[name]?.split(',')[1] ?? '', 'base64')

/** Submits the form. @returns the request's body */
async function sentBy(page: Page): Promise<Record<string, string>> {
  const request = page.waitForRequest((sent) => sent.method() === 'POST' && sent.url().includes('/ai/image/'))
  await page.getByRole('button', { name: /^Обработать/ }).click()
  return (await request).postDataJSON()
}

async function pixelAt(file: Buffer, left: number, top: number): Promise<number[]> {
  const pixel = sharp(file).extract({ left, top, width: 1, height: 1 }).removeAlpha().toColourspace('srgb')
  return [...(await pixel.raw().toBuffer())]
}

/** Painting opens over the whole window. */
const openEasel = (page: Page) => page.getByRole('button', { name: /^(Закрасить|Изменить) область$/ }).click()
const closeEasel = (page: Page) => page.getByRole('button', { name: 'Готово' }).click()
const easel = (page: Page) => page.getByRole('application', { name: 'Область замены на изображении' })

/** Draws a line between two points, given as fractions of the picture's size. */
async function paint(page: Page, byTouch: boolean, from: readonly [number, number], to: readonly [number, number]) {
  await easel(page).scrollIntoViewIfNeeded()
  const box = await easel(page).boundingBox()
  if (!box) throw new Error('The page shows no picture to paint on')
  const at = (step: number) => {
    const share = (index: 0 | 1) => from[index] + (to[index] - from[index]) * step
    return { x: box.x + box.width * share(0), y: box.y + box.height * share(1) }
  }
  if (!byTouch) {
    await page.mouse.move(at(0).x, at(0).y)
    await page.mouse.down()
    await page.mouse.move(at(1).x, at(1).y, { steps: 8 })
    return page.mouse.up()
  }
  const finger = await page.context().newCDPSession(page)
  await finger.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints: [at(0)] })
  for (let step = 1; step <= 8; step += 1)
    await finger.send('Input.dispatchTouchEvent', { type: 'touchMove', touchPoints: [at(step / 8)] })
  await finger.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] })
}

/** Two fingers go from each other, to more than twice their distance. */
async function pinch(page: Page) {
  const box = await easel(page).boundingBox()
  if (!box) throw new Error('The page shows no picture to paint on')
  const [x, y] = [box.x + box.width / 2, box.y + box.height / 2]
  const fingers = (apart: number) => [-1, 1].map((side, id) => ({ x: x + side * apart, y, id }))
  const hand = await page.context().newCDPSession(page)
  await hand.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints: fingers(40).slice(0, 1) })
  await hand.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints: fingers(40) })
  for (const apart of [60, 80, 100])
    await hand.send('Input.dispatchTouchEvent', { type: 'touchMove', touchPoints: fingers(apart) })
  await hand.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] })
}

test('a photo is rotated, stripped of metadata, shrunk for the tool and sent with a mask', async ({ openPage }) => {
  const account = await createAccount()
  const page = await openPage({ tokens: account.tokens })
  await page.goto('/stability')
  await choose(page, await photo(900, 1200))
  await page.getByText('900 × 1200').waitFor()
  const note = page.getByText('Картинка будет уменьшена до 886 × 1182: больше этот инструмент не принимает', {
    exact: true
  })
  await note.waitFor()
  await expectGoodLooks(page, 'upload')
  // A refused one is enough to see what was sent, and the sandbox need not paint sixteen megapixels.
  await control(account, { mediaFault: 'moderation', mediaFaultCount: 1 })
  const enlarged = await sentBy(page)
  expect(await sharp(sentFile(enlarged, 'image')).metadata()).toMatchObject({
    format: 'jpeg',
    width: 886,
    height: 1182
  })
  await card(page)
    .getByText(/правилами безопасности/)
    .waitFor()
  expect(await balanceOf(account)).toBe(10)

  // A photo that was shrunk for one tool has its full size for the next.
  await page.getByRole('form').getByText('Заменить область').click()
  await note.waitFor({ state: 'detached' })
  await openEasel(page)
  await paint(page, false, [0.25, 0.25], [0.25, 0.75])
  await page
    .getByRole('dialog')
    .getByText(/^Выделено \d+% изображения$/)
    .waitFor()
  await expectGoodLooks(page, 'the mask over a wide window')
  await closeEasel(page)
  // The share is said before the mask is ready.
  await expect.poll(() => keptFiles(page)).toHaveLength(2)
  await page.getByLabel('Что нарисовать в этой области').fill('ваза с пионами')
  const body = await sentBy(page)
  await page
    .getByText(/Изображение обработано!/)
    .first()
    .waitFor()
  const [image, mask] = [sentFile(body, 'image'), sentFile(body, 'mask')]
  expect(await sharp(image).metadata()).toMatchObject({ format: 'jpeg', width: 900, height: 1200 })
  expect(image.includes('SecretCamera')).toBe(false)
  const [red, , blue] = await pixelAt(image, 100, 600)
  expect(red! > 200 && blue! < 60, 'the left half is red').toBe(true)
  expect(await sharp(mask).metadata()).toMatchObject({ format: 'png', width: 900, height: 1200 })
  expect(await pixelAt(mask, 225, 600)).toEqual([255, 255, 255])
  expect(await pixelAt(mask, 670, 600)).toEqual([0, 0, 0])

  await page.getByRole('link', { name: /^Редактор изображений/ }).click()
  const grainy = await grainyPhoto()
  expect(grainy.length).toBeGreaterThan(7 * 1024 * 1024)
  await choose(page, grainy)
  await page.getByText(/^Картинка сжата с \d,\d\sМБ до [0-3],\d\sМБ$/).waitFor()
  await page.getByText(/^(\d+) × (?!\1)\d+ · [0-3],\d\sМБ$/).waitFor()
  const shown = await page
    .getByAltText('Загруженное изображение')
    .evaluate((picture) => (picture instanceof HTMLImageElement ? picture.naturalWidth / picture.naturalHeight : 0))
  expect(shown).toBeCloseTo(3 / 4, 2)
})

/** One side of what the lasso encloses, as the key that draws it. */
const side = (key: string) => Array.from({ length: 5 }, () => key)

test('painting by touch does not zoom, two fingers do; picture and mask outlive a reload, and the mask is continued by keyboard', async ({
  openPage
}) => {
  const page = await openPage({ width: 390 })
  await page.goto('/stability')
  await choose(page, await photo(300, 400))
  await page.getByRole('form').getByText('Заменить область').click()
  await openEasel(page)
  await paint(page, true, [0.25, 0.25], [0.25, 0.75])
  const share = async () =>
    Number(
      /\d+/.exec(
        await page
          .getByText(/^Выделено \d+%/)
          .first()
          .innerText()
      )?.[0]
    )
  const painted = await share()
  await pinch(page)
  await expect.poll(() => page.getByLabel('Масштаб', { exact: true }).innerText()).toMatch(/^2\d\d/)
  expect(await share()).toBe(painted)
  await expect.poll(() => keptFiles(page)).toHaveLength(2)

  await page.reload()
  await page.getByText('300 × 400').waitFor()
  await expect.poll(share).toBe(painted)
  await openEasel(page)
  await easel(page).focus()
  await page.keyboard.press('Space')
  await page.keyboard.press('Shift+ArrowRight')
  await expect.poll(share).toBeGreaterThan(painted)
  // The zoom lies over the picture, not over the words about the keys.
  const keys = await page.getByText(/^Стрелки двигают кисть/).boundingBox()
  const zoom = await page.getByRole('button', { name: 'Увеличить масштаб' }).boundingBox()
  expect(zoom!.y + zoom!.height).toBeLessThanOrEqual(keys!.y)
  const withBrush = await share()
  await page.getByRole('button', { name: 'Лассо' }).press('Enter')
  await easel(page).focus()
  for (const key of [' ', ...side('ArrowUp'), ' ', ...side('ArrowRight'), ' ', 'Enter']) await page.keyboard.press(key)
  await expect.poll(share).toBeGreaterThan(withBrush)
  await page.getByRole('button', { name: 'Отменить последнее' }).press('Enter')
  await expect.poll(share).toBe(withBrush)
  await page.getByRole('button', { name: 'Вернуть отменённое' }).press('Enter')
  await expect.poll(share).toBeGreaterThan(withBrush)
  await expectGoodLooks(page, 'the mask editor', onPhone)
})
