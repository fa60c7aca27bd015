// Settings that few leave as they were: each form sends them, names their price, and what it sends is what the API accepts.
import { fireEvent, screen, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { beforeEach, expect, test } from 'vitest'
import { studioEntryOfPath } from '#contract/catalogue/studio.ts'
import { orderCalls } from '#contract/job-orders.ts'
import { png, standInForFileFields } from './file-stand-in.tsx'
import { form, results, startStudio, submitButton, write } from './open-studio.tsx'

beforeEach(standInForFileFields)

/** @param name the value of a radio button, or its label */
const choose = (name: string | RegExp) => fireEvent.click(within(form()).getByRole('radio', { name, hidden: true }))
const upload = (label: string) => fireEvent.click(screen.getByRole('button', { name: `Выбрать: ${label}` }))
const enter = (label: string, value: string) => fireEvent.change(screen.getByLabelText(label), { target: { value } })

/** From a list that opens. */
async function pick(label: string, option: string | RegExp) {
  const user = userEvent.setup()
  await user.click(within(form()).getByRole('button', { name: new RegExp(`^${label}`), hidden: true }))
  await user.click(await screen.findByRole('menuitemradio', { name: option }))
}

interface Visit {
  path: string
  set: () => unknown
  sent: object
  /** In tokens. */
  price: number
}

const visits: Visit[] = [
  {
    path: '/dall-e-3',
    set: () => {
      write('Лиса в осеннем лесу')
      choose(/^1792×1024/)
      choose('Прозрачный')
    },
    sent: { prompt: 'Лиса в осеннем лесу', size: '1792x1024', background: 'transparent' },
    price: 5
  },
  {
    path: '/midjourney',
    set: () => {
      write('Замок в облаках')
      choose(/^16:9/)
      choose(/^Высокое/)
    },
    sent: { aspectRatio: '16:9', quality: 'high' },
    price: 4
  },
  {
    path: '/flux',
    set: () => {
      write('Рыжий кот на крыше')
      choose(/^flux-dev/)
      choose(/^2:3/)
    },
    sent: { model: 'flux-dev', aspectRatio: '2:3' },
    price: 2
  },
  {
    path: '/stable-diffusion',
    set: async () => {
      write('Маяк в шторм')
      choose('3:2')
      enter('Чего не должно быть', 'люди, текст')
      enter('Шаги', '40')
      await pick('Стиль', 'Аниме')
    },
    sent: { negativePrompt: 'люди, текст', steps: 40, style: 'anime', aspectRatio: '3:2' },
    price: 2
  },
  ...[
    { choice: /^Улучшить/, set: () => undefined, sent: { tool: 'enhance' } },
    { choice: /^Удалить фон/, set: () => undefined, sent: { tool: 'remove-bg' } },
    {
      choice: /^Расширить/,
      set: () => pick('Куда расширить', /^Влево и вправо/),
      sent: { tool: 'outpaint', expand: 'sides' }
    },
    {
      choice: /^Перенести стиль/,
      set: () => upload('Образец стиля'),
      sent: { tool: 'style-transfer', styleImage: png }
    }
  ].map(({ choice, set, sent }) => ({
    path: '/stability',
    set: () => {
      upload('Изображение')
      choose(choice)
      return set()
    },
    sent: { ...sent, image: png },
    price: 2
  })),
  {
    path: '/gpt-image-edit',
    set: () => {
      upload('Изображение')
      write('Добавь закат')
      upload('Где менять (необязательно)')
    },
    sent: { prompt: 'Добавь закат', image: png, mask: png },
    price: 7
  },
  {
    path: '/elevenlabs',
    set: () => {
      write('Добрый день! Проверка голоса.')
      choose(/^0,5/)
      choose('WAV')
    },
    sent: { speed: '0.5', format: 'wav' },
    price: 1
  },
  {
    path: '/luma',
    set: async () => {
      write('Волны на рассвете')
      await pick('Качество', /^Высокое/)
      choose('9:16')
    },
    sent: { quality: 'high', aspectRatio: '9:16' },
    price: 6
  },
  {
    path: '/runway',
    set: async () => {
      await pick('Режим', 'Видео из видео')
      upload('Исходное видео')
      write('Поезд в горах зимой')
    },
    sent: { mode: 'video-to-video', prompt: 'Поезд в горах зимой' },
    price: 6
  }
]

test.each(visits)('$path sends $sent', async ({ path, set, sent, price }) => {
  const { server } = await startStudio(path, { tokens: 100 })
  await set()
  expect(submitButton().textContent).toMatch(new RegExp(`\\b${price} токен`))
  fireEvent.click(submitButton())
  await results().findByRole('article')
  const body = server.submitted()[0]?.body as Record<string, unknown>
  expect(body).toMatchObject(sent)
  const entry = studioEntryOfPath(path)!
  const { parameters } = orderCalls[entry.call].input.parse({ service: entry.id, ...body })
  expect(parameters).toMatchObject(sent)
})
