import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { toasts } from '../toasts.ts'
import { standInForFileFields } from './file-stand-in.tsx'
import { form, prompt, startStudio, submitButton } from './open-studio.tsx'

beforeEach(standInForFileFields)

describe('the price on the button', () => {
  test('changes with every setting', async () => {
    const { user } = await startStudio('/luma')
    await user.click(screen.getByRole('radio', { name: /^15 секунд/ }))
    expect(submitButton().textContent).toBe('Создать видео · 8 токенов')
    await user.click(screen.getByRole('button', { name: /^Качество/ }))
    await user.click(await screen.findByRole('menuitemradio', { name: /Ультра 4K/ }))
    expect(submitButton().textContent).toBe('Создать видео · 32 токена')
    expect(screen.getByRole('radio', { name: /^5 секунд/ }).closest('label')?.textContent).toBe('5 секунд12 токенов')
  })

  test('grows with every started thousand of characters, without blanks at the ends', async () => {
    await startStudio('/elevenlabs')
    fireEvent.change(prompt(), { target: { value: `${'а'.repeat(1000)}   ` } })
    expect(submitButton().textContent).toBe('Озвучить · 1 токен')
    fireEvent.change(prompt(), { target: { value: 'а'.repeat(1001) } })
    expect(submitButton().textContent).toBe('Озвучить · 2 токена')
  })
})

test('an example of a page without a prompt shows the form, where it has chosen the tool', async () => {
  const { user } = await startStudio('/stability')
  const shown = vi.spyOn(form(), 'scrollIntoView').mockReturnValue()
  vi.spyOn(form(), 'getBoundingClientRect').mockReturnValue({ top: -900 } as DOMRect)
  const examples = within(screen.getByRole('region', { name: 'С чего начать' }))
  await user.click(examples.getAllByRole('button')[1]!)
  expect(shown).toHaveBeenCalledTimes(1)
  expect(within(form()).queryByRole('radio', { name: 'Увеличить', checked: true })).toBeNull()
})

describe('fields that belong to a choice', () => {
  test('stability: only inpainting has a mask and a prompt, and the mask is removed with its picture', async () => {
    const { user } = await startStudio('/stability')
    await user.click(screen.getByRole('radio', { name: 'Заменить область' }))
    await user.click(screen.getByRole('button', { name: 'Выбрать: Изображение' }))
    await user.click(screen.getByRole('button', { name: 'Выбрать: Область замены' }))
    const mask = screen.getByRole('group', { name: 'Область замены' })
    expect(mask.getAttribute('data-value')).not.toBe('')
    expect(screen.getByLabelText('Что нарисовать в этой области')).toBeTruthy()
    await user.click(screen.getByRole('button', { name: 'Выбрать: Изображение' }))
    expect(mask.getAttribute('data-value')).toBe('')
    await user.click(screen.getByRole('radio', { name: 'Перенести стиль' }))
    expect(screen.getByRole('group', { name: 'Образец стиля' })).toBeTruthy()
    expect(screen.queryByRole('group', { name: 'Область замены' })).toBeNull()
  })

  test('runway: a picture in one mode, a video without a duration in another', async () => {
    const { user } = await startStudio('/runway')
    const choose = async (mode: string) => {
      await user.click(screen.getByRole('button', { name: /^Режим/ }))
      await user.click(await screen.findByRole('menuitemradio', { name: mode }))
    }
    await user.type(prompt(), 'дождь')
    await choose('Видео из изображения')
    await user.click(submitButton())
    expect(toasts).toEqual(['error: Загрузите изображение для анимации'])
    await choose('Видео из видео')
    expect(screen.queryByRole('group', { name: 'Длительность' })).toBeNull()
    await user.click(submitButton())
    expect(toasts.at(-1)).toBe('error: Загрузите видео для обработки')
  })
})

const voices = () => within(form()).getAllByRole('radio', { name: /женский|мужской|нейтральный/ })

describe('voice', () => {
  test('counts to 5000 characters, accepts more, and shows the estimated duration', async () => {
    await startStudio('/elevenlabs')
    expect(screen.queryByText(/^Длительность/)).toBeNull()
    fireEvent.change(prompt(), { target: { value: 'а'.repeat(5001) } })
    expect(screen.getByText('5 001 / 5 000')).toBeTruthy()
    expect(screen.getByText(/^Длительность: около 6 мин\. Длинный текст читается по частям/)).toBeTruthy()
    expect(within(form()).queryByRole('alert')).toBeNull()
    fireEvent.change(prompt(), { target: { value: 'а'.repeat(20_001) } })
    expect(within(form()).getByRole('alert').textContent).toBe('Слишком длинный текст')
    expect(screen.getByText('20 001 / 20 000')).toBeTruthy()
  })

  test('plays one sample at a time', async () => {
    const sounds: string[] = []
    vi.stubGlobal(
      'Audio',
      class extends EventTarget {
        readonly src: string
        paused = true
        constructor(src: string) {
          super()
          this.src = src
        }
        play() {
          this.paused = false
          sounds.push(`play ${this.src}`)
          return Promise.resolve()
        }
        pause() {
          this.paused = true
          sounds.push(`pause ${this.src}`)
        }
      }
    )
    const { user, leave } = await startStudio('/elevenlabs')
    await user.click(screen.getByRole('button', { name: 'Послушать: голос Лили' }))
    await user.click(screen.getByRole('button', { name: 'Послушать: Подкаст' }))
    expect(screen.getByRole('button', { name: 'Послушать: голос Лили' })).toBeTruthy()
    await user.click(screen.getByRole('button', { name: 'Остановить: Подкаст' }))
    await user.click(screen.getByRole('button', { name: 'Послушать: Медитация' }))
    leave()
    expect(sounds).toEqual([
      'play /voices/lily.mp3',
      'pause /voices/lily.mp3',
      'play /voices/george.mp3',
      'pause /voices/george.mp3',
      'play /voices/sarah.mp3',
      'pause /voices/sarah.mp3'
    ])
  })

  test('a voice is found by its name or manner, and the keyboard reaches its sample', async () => {
    const { user } = await startStudio('/elevenlabs')
    expect(voices()).toHaveLength(21)
    const search = screen.getByRole('searchbox', { name: 'Найти голос' })
    await user.type(search, 'жен ЧЕТ{Enter}')
    expect(voices().map((voice) => voice.closest('label')?.textContent)).toEqual(['Алисачёткий женский1 токен'])
    await user.clear(search)
    await user.type(search, 'робот')
    expect(screen.getByText('Такого голоса нет')).toBeTruthy()
    await user.clear(search)
    // Only the sample of the chosen voice is in the order of Tab.
    const [chosen] = voices()
    chosen?.focus()
    await user.tab()
    expect(document.activeElement?.getAttribute('aria-label')).toBe('Послушать: голос Сара')
    await user.tab()
    expect(document.activeElement?.getAttribute('name')).not.toMatch(/voice/)
    expect(document.activeElement?.getAttribute('aria-label') ?? '').not.toMatch(/голос/)
  })

  test('a pause is put where the cursor stands', async () => {
    const { user } = await startStudio('/elevenlabs')
    fireEvent.change(prompt(), { target: { value: 'Раз два' } })
    prompt().setSelectionRange(3, 3)
    await user.click(screen.getByRole('button', { name: 'Вставить паузу' }))
    await user.click(screen.getByRole('menuitem', { name: '0,5 с' }))
    expect(prompt().value).toBe('Раз [пауза 0,5 с] два')
    await waitFor(() => expect(document.activeElement).toBe(prompt()))
    expect(prompt().selectionStart).toBe('Раз [пауза 0,5 с]'.length)
  })

  test('rare settings are folded, and say that they are changed', async () => {
    const { user } = await startStudio('/elevenlabs')
    const more = screen.getByText('Дополнительно').closest('details')
    expect(more?.open).toBe(false)
    await user.click(screen.getByText('Дополнительно'))
    await user.click(screen.getByRole('radio', { name: 'WAV' }))
    expect(screen.getByText('изменено: 1')).toBeTruthy()
    expect(screen.getByRole('slider', { name: 'Стабильность, %' })).toBeTruthy()
    expect(screen.getByText(/Меньше — живее/)).toBeTruthy()
  })

  test('a sample fills the form with its text and voice', async () => {
    const { user } = await startStudio('/elevenlabs')
    await user.click(screen.getByRole('button', { name: 'Озвучить похожий текст: Аудиокнига' }))
    expect(prompt().value).toMatch(/^Поезд остановился/)
    expect(screen.getByRole<HTMLInputElement>('radio', { name: /^Лили/ }).checked).toBe(true)
  })
})
