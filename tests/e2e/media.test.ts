// Jobs that run after their page is closed, jobs that fail, and the pages of visitors.
import { describe, expect } from 'vitest'
import { createAccount } from '../support/e2e/account.ts'
import { expectAccessible } from '../support/e2e/accessibility.ts'
import {
  attached,
  balanceOf,
  card,
  chargesOf,
  control,
  describeIt,
  jobsOf,
  playable,
  submit,
  upload
} from '../support/e2e/studio.ts'
import { expectGoodLooks } from '../support/e2e/good-looks.ts'
import { holdBackAnswer } from '../support/e2e/hold-back.ts'
import { test } from '../support/e2e/test.ts'

test('a video job continues after its page is closed; another device shows it, charged once', async ({ openPage }) => {
  const account = await createAccount()
  const first = await openPage({ tokens: account.tokens })
  await first.goto('/luma')
  await describeIt(first, 'Бутон пиона распускается')
  await submit(first).click()
  await card(first).waitFor()
  await first.close()

  const other = await openPage({ width: 390, tokens: account.tokens })
  await other.goto('/')
  await other.getByRole('button', { name: /работ/i }).first().waitFor()
  await expect.poll(async () => (await jobsOf(account))[0]?.state, { timeout: 60_000 }).toBe('completed')
  await other.goto('/luma')
  await playable(other, 'video')
  expect(await balanceOf(account)).toBe(7)
  await expect.poll(() => chargesOf(account)).toMatchObject([{ service: 'luma', cost_in_tokens: 3 }])
  expect(await chargesOf(account)).toHaveLength(1)
})

test('a double click makes one picture, which another open tab shows too', async ({ openPage }) => {
  const account = await createAccount()
  const page = await openPage({ tokens: account.tokens })
  const beside = await openPage({ beside: page })
  await beside.goto('/library')
  await page.goto('/flux')
  await describeIt(page, 'Два одинаковых щелчка')
  await submit(page).dblclick()
  await playable(page, 'img')
  await beside.getByText('Два одинаковых щелчка').first().waitFor()
  expect(await jobsOf(account)).toHaveLength(1)
  expect(await balanceOf(account)).toBe(9)
})

describe('a failed job is explained in Russian and costs nothing', () => {
  const faults = [
    ['a refused prompt', '[сбой:модерация]', /правилами безопасности/],
    ['a refused result', '[сбой:модерация-позже]', /правилами безопасности/],
    ['an expired address of the result', '[сбой:ссылка-истекла]', /ссылка поставщика/],
    ['an HTML page as result', '[сбой:html]', /повреждённый файл/],
    ['a failure at the provider', '[сбой:ошибка-задания]', /не смогла выполнить/]
  ] as const

  test(faults.map(([name]) => name).join(', '), async ({ openPage }) => {
    const account = await createAccount()
    const page = await openPage({ tokens: account.tokens })
    await page.goto('/flux')
    for (const [name, word, text] of faults) {
      await describeIt(page, `Река: ${name} ${word}`)
      await submit(page).click()
      const failed = page.getByRole('article').filter({ hasText: `Река: ${name}` })
      await failed.getByText(text).waitFor()
      await failed
        .getByText(/Токены не списаны/)
        .first()
        .waitFor()
      expect(await balanceOf(account), name).toBe(10)
    }
    await expectGoodLooks(page, 'failed jobs')
  })

  test('cancelling a video asks once and returns its tokens', async ({ openPage }) => {
    const account = await createAccount()
    const page = await openPage({ tokens: account.tokens })
    const letAnswerCome = await holdBackAnswer(page, '**/api/ai/video/*')
    await page.goto('/runway')
    await describeIt(page, 'Поезд, который не придёт [сбой:вечно]')
    await submit(page).click()
    // One that still waits is cancelled without a question. The answer to the submission, which says so, comes last.
    await card(page).getByText('Если работа всё же завершится').waitFor()
    letAnswerCome()
    await page.getByRole('button', { name: 'Создать' }).and(submit(page)).waitFor()
    await card(page).getByRole('button', { name: 'Отменить' }).click()
    await card(page).getByRole('button', { name: 'Отменить работу' }).click()
    await expect.poll(async () => (await jobsOf(account))[0]?.state).toBe('cancelled')
    await expect.poll(() => balanceOf(account)).toBe(10)
    await card(page).getByText(/Отмен/).first().waitFor()
  })

  test('without enough tokens the draft stays, and a link to the right package is shown', async ({ openPage }) => {
    const account = await createAccount()
    const page = await openPage({ width: 390, tokens: account.tokens })
    for (const [path, text, media] of [
      ['/dall-e-3', 'Город с высоты', 'img'],
      ['/luma', 'Прибой', 'video']
    ] as const) {
      await page.goto(path)
      await describeIt(page, text)
      await submit(page).click()
      await playable(page, media)
    }
    await page.goto('/luma')
    await describeIt(page, 'Волны')
    await page
      .getByText(/Не хватает 1 токена/)
      .first()
      .waitFor()
    const link = page.getByRole('link', { name: /купить|пополнить/i }).last()
    await expect.poll(() => link.getAttribute('href')).toMatch(/^\/token-purchase\?tokens=\d+&/)
    await expectAccessible(page)
    await page.reload()
    await expect.poll(() => page.getByRole('main').locator('form textarea').first().inputValue()).toBe('Волны')
  })
})

describe('a visitor', () => {
  test.for([
    ['/stable-diffusion', 'img'],
    ['/luma', 'video'],
    ['/elevenlabs', 'audio']
  ] as const)(
    'sees an example on %s that is marked as one, and no job is sent to the server',
    async ([path, media], { openPage }) => {
      const page = await openPage()
      const asked: string[] = []
      page.on('request', (request) => {
        if (request.url().includes('/api/ai/')) asked.push(`${request.method()} ${request.url()}`)
      })
      await page.goto(path)
      await describeIt(page, 'Море на закате')
      await submit(page).click()
      await page.getByText('Пример', { exact: true }).first().waitFor()
      await page.locator(`main ${media}`).first().waitFor({ state: 'attached' })
      expect(asked.filter((call) => call.startsWith('POST'))).toEqual([])
      await expectAccessible(page)
    }
  )

  test.for(['/dall-e-3', '/gpt-image-edit'])(
    'is asked to sign in when submitting a draft on %s',
    async (path, { openPage }) => {
      const page = await openPage()
      await page.goto(path)
      await describeIt(page, 'Добавь закат')
      if (path === '/gpt-image-edit') {
        await upload(page)
        await attached(page).waitFor()
      }
      await submit(page).click()
      await page
        .getByText(/Необходимо войти в систему/)
        .first()
        .waitFor()
    }
  )
})

test('a job completes although its provider fails the first status requests', async ({ openPage }) => {
  const account = await createAccount()
  const page = await openPage({ tokens: account.tokens })
  await page.goto('/flux')
  await describeIt(page, 'Терпеливая река [сбой:опрос]')
  await submit(page).click()
  await playable(page, 'img')
  expect(await balanceOf(account)).toBe(9)
})

test('a job without a prompt that moderation refuses returns its tokens', async ({ openPage }) => {
  const account = await createAccount()
  const page = await openPage({ tokens: account.tokens })
  await page.goto('/stability')
  await upload(page)
  await control(account, { mediaFault: 'moderation' })
  await submit(page).click()
  await card(page)
    .getByText(/правилами безопасности/)
    .waitFor()
  expect(await balanceOf(account)).toBe(10)
})
