import { fireEvent, screen, within } from '@testing-library/react'
import { beforeEach, describe, expect, test } from 'vitest'
import { studioEntries } from '#contract/catalogue/studio.ts'
import { examplesOf } from '#web/src/studio/examples/example-texts.ts'
import { toasts } from '../toasts.ts'
import { standInForFileFields } from './file-stand-in.tsx'
import { address, form, openSignedIn, prompt, startStudio, submitButton } from './open-studio.tsx'
import { studioServer } from './studio-server.ts'
import { handing } from '#web/src/base/page/handed-prompt.ts'

beforeEach(standInForFileFields)

function radioLine(fieldset: Element): string {
  const radios = [...fieldset.querySelectorAll<HTMLInputElement>('input[type=radio]')]
  const options = radios.map(({ checked, value }) => (checked ? `[${value}]` : value)).join(' ')
  return `${fieldset.querySelector('legend')?.textContent}: ${options}`
}

/** Every control of the form as one line: its label, its value, its other options. */
function controls(): string[] {
  return [...form().querySelectorAll('fieldset, textarea, input[type=range], [aria-haspopup=menu]')].map((control) => {
    if (control.matches('[data-value]')) return `${control.getAttribute('aria-label')}: file`
    if (control.matches('fieldset')) return radioLine(control)
    if (control instanceof HTMLInputElement) {
      const { min, max, step, value } = control
      return `${control.labels?.[0]?.textContent}: ${min}–${max} by ${step}, ${value}`
    }
    if (control instanceof HTMLTextAreaElement) return `${control.labels?.[0]?.textContent}: text`
    return `menu ${control.textContent}`
  })
}

const drawn: Record<string, string[]> = {
  '/midjourney': ['Описание изображения: text', 'Соотношение сторон: [1:1] 16:9 9:16 4:3', 'Качество: [standard] high'],
  '/dall-e-3': [
    'Описание изображения: text',
    'Размер: [1024x1024] 1792x1024 1024x1792',
    'Сколько: [1] 2 3 4',
    'Образец: file',
    'Фон: [auto] opaque transparent'
  ],
  '/flux': [
    'Описание изображения: text',
    'Модель: flux-pro flux-dev [flux-schnell]',
    'Соотношение сторон: [1:1] 16:9 9:16 3:2 2:3',
    'Сколько: [1] 2 3 4',
    'Образец: file'
  ],
  '/stable-diffusion': [
    'Описание изображения: text',
    'Модель: [sdxl-base] sdxl-refiner realistic-vision artistic',
    'Соотношение сторон: [1:1] 16:9 9:16 3:2 2:3 5:4 4:5 21:9 9:21',
    'Сколько: [1] 2 3 4',
    'Чего не должно быть: text',
    'Шаги: 10–50 by 1, 30',
    'CFG: 1–20 by 0.5, 7',
    'Исходное изображение: file',
    'menu Стиль: Без стиля'
  ],
  '/stability': ['Инструмент: [upscale] enhance remove-bg inpaint outpaint style-transfer', 'Изображение: file'],
  '/gpt-image-edit': ['Изображение: file', 'Что изменить: text', 'Сколько: [1] 2 3 4'],
  '/elevenlabs': [
    'Текст для озвучивания: text',
    'menu Вставить паузу',
    'Голос: [sarah] george lily daniel brian alice bella jessica laura matilda adam bill callum charlie chris eric harry liam roger will river',
    'Скорость: 0.5 0.75 [1] 1.25 1.5',
    'Формат файла: [mp3] wav',
    'Стабильность, %: 0–100 by 5, 50',
    'Выразительность, %: 0–100 by 5, 0'
  ],
  '/luma': [
    'Описание видео: text',
    'Длительность: [5] 10 15',
    'menu Качество: Стандартное 720p3 токена',
    'Соотношение сторон: [16:9] 9:16 1:1 4:3 3:4 21:9',
    'Первый кадр: file',
    'Последний кадр: file',
    'Зациклить: [no] yes'
  ],
  '/veo3': [
    'Описание видео: text',
    'Стиль: [cinematic] realistic animated documentary',
    'Длительность: 3 [6] 10',
    'Соотношение сторон: [16:9] 9:16 1:1'
  ],
  '/runway': [
    'Описание видео: text',
    'menu Режим: Видео из текста',
    'Модель: [gen3-alpha] gen2',
    'Длительность: 2 [4] 8',
    'Соотношение сторон: [16:9] 9:16'
  ]
}

/** The button of the empty form, and the error after a click if it is enabled. */
interface EmptyForm {
  label: string
  disabled: boolean
  said: string
  /** When the fields show other texts than the toast. */
  beside?: string[]
}

const buttons: Record<string, EmptyForm> = {
  '/midjourney': { label: 'Создать изображение · 2 токена', disabled: true, said: 'Введите описание изображения' },
  '/dall-e-3': { label: 'Создать изображение · 5 токенов', disabled: false, said: 'Введите описание изображения' },
  '/flux': { label: 'Создать изображение · 1 токен', disabled: true, said: 'Введите описание изображения' },
  '/stable-diffusion': {
    label: 'Создать изображение · 2 токена',
    disabled: true,
    said: 'Введите описание изображения'
  },
  '/stability': { label: 'Обработать · 2 токена', disabled: true, said: 'Сначала загрузите изображение' },
  '/gpt-image-edit': {
    label: 'Изменить изображение · 7 токенов',
    disabled: false,
    said: 'Загрузите изображение и введите описание изменений',
    beside: ['Загрузите изображение', 'Введите описание изменений']
  },
  '/elevenlabs': { label: 'Озвучить · 1 токен', disabled: false, said: 'Введите текст для озвучивания' },
  '/luma': { label: 'Создать видео · 3 токена', disabled: true, said: 'Введите описание видео' },
  '/veo3': { label: 'Создать видео · 8 токенов', disabled: true, said: 'Введите описание видео' },
  '/runway': { label: 'Создать видео · 6 токенов', disabled: false, said: 'Введите описание видео' }
}

describe.each(studioEntries)('$path', ({ path, title }) => {
  test('shows its settings with their defaults and hides unused fields', async () => {
    await startStudio(path)
    expect(screen.getByRole('heading', { level: 1 }).textContent).toBe(title)
    expect(controls()).toEqual(drawn[path])
  })

  test('the empty form has its price, a button in the right state, and errors at the field and in a toast', async () => {
    const { server } = await startStudio(path)
    const expected = buttons[path]
    expect(submitButton().textContent).toBe(expected?.label)
    expect(submitButton().ariaDisabled === 'true').toBe(expected?.disabled)
    const described = document.getElementById(submitButton().getAttribute('aria-describedby') ?? '')
    expect(described?.textContent).toBe(expected?.disabled ? expected.said : undefined)
    // Ctrl+Enter works also while the button is off.
    fireEvent.keyDown(form(), { key: 'Enter' })
    fireEvent.keyDown(form(), { key: 'Enter', ctrlKey: true, isComposing: true })
    fireEvent.keyDown(form(), { key: 'Enter', ctrlKey: true })
    fireEvent.keyDown(form(), { key: 'Enter', metaKey: true })
    expect(toasts).toEqual([`error: ${expected?.said}`, `error: ${expected?.said}`])
    const alerts = within(form()).getAllByRole('alert')
    expect(alerts.map(({ textContent }) => textContent)).toEqual(expected?.beside ?? [expected?.said])
    expect(document.activeElement?.getAttribute('aria-invalid') ?? 'true').toBe('true')
    expect(server.submitted()).toEqual([])
  })

  test('an example fills the form and focuses the prompt', async () => {
    const { user } = await startStudio(path)
    const example = examplesOf(path).at(-1)
    if (!example) throw new Error('Every page has examples')
    const name = path === '/luma' ? `Создать похожее: ${example.title}` : new RegExp(example.text.slice(0, 30))
    await user.click(screen.getByRole('button', { name }))
    if (example.settings) return expect(controls()[0]).toContain(`[${example.settings.tool}]`)
    expect(prompt().value).toBe(example.text)
    expect(document.activeElement).toBe(prompt())
    return expect(submitButton().ariaDisabled).toBeNull()
  })
})

test('a second address of a page opens the same page', async () => {
  await startStudio('/dalle')
  expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('DALL-E 3')
})

test('editing a field removes its error', async () => {
  const { user } = await startStudio('/dall-e-3')
  await user.click(submitButton())
  expect(within(form()).getByRole('alert').textContent).toBe('Введите описание изображения')
  await user.type(prompt(), 'Л')
  expect(within(form()).queryByRole('alert')).toBeNull()
})

test('a visitor sees the same form', async () => {
  await startStudio('/midjourney', { signedIn: false })
  expect(controls()).toEqual(drawn['/midjourney'])
})

test('before there are measurements the form gives an estimate', async () => {
  await startStudio('/veo3')
  expect(await screen.findByText('Генерация может занять 2–\u20605 минут')).toBeTruthy()
})

const fold = () => form().querySelector('details')
const steps = () => within(form()).getByRole('slider', { name: 'Шаги' })

describe('«Дополнительно»', () => {
  test('folds away what few change, with a word of explanation at each slider', async () => {
    const { user } = await startStudio('/stable-diffusion')
    expect(fold()?.open).toBe(false)
    expect(fold()?.contains(steps())).toBe(true)
    await user.click(screen.getByText('Дополнительно'))
    expect(fold()?.open).toBe(true)
    const described = document.getElementById(steps().getAttribute('aria-describedby') ?? '')
    expect(described?.textContent).toMatch(/^Насколько тщательно/)
  })

  test('is not there where nothing is folded', async () => {
    await startStudio('/veo3')
    expect(fold()).toBeNull()
  })

  test('opens for settings that came from a link, and stays open when they are moved back', async () => {
    await startStudio('/stable-diffusion?prompt=Лес&steps=40')
    expect(fold()?.open).toBe(true)
    fireEvent.change(steps(), { target: { value: '30' } })
    expect(fold()?.open).toBe(true)
  })
})

test('a long text that another page hands over fills the form, and the address stays short', async () => {
  studioServer()
  const text = 'Слово. '.repeat(2000).trim()
  await openSignedIn({ pathname: '/elevenlabs', ...handing(text) })
  expect(prompt().value).toBe(text)
  expect(address()).toBe('/elevenlabs')
})
