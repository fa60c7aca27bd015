// Reading an answer aloud with the voice of the browser.
import { act, screen, waitFor } from '@testing-library/react'
import { beforeEach, expect, test, vi } from 'vitest'
import { messageOf } from './chat-server.ts'
import { address, handedOver, startChat } from './open-chat.tsx'

class Utterance extends EventTarget {
  lang = ''
  readonly text: string
  constructor(text: string) {
    super()
    this.text = text
  }
}

let spoken: Utterance[] = []

beforeEach(() => {
  spoken = []
  vi.stubGlobal('SpeechSynthesisUtterance', Utterance)
  vi.stubGlobal('speechSynthesis', {
    speak: (utterance: Utterance) => spoken.push(utterance),
    cancel: () => {
      spoken = []
    }
  })
})

async function openMenu(content = '**Море** солёное.\n\n```\nкод\n```') {
  const { user } = await startChat('/chatgpt?chat=1', {
    saved: [messageOf(1, 'user'), messageOf(2, 'assistant', { content })]
  })
  await user.click(await screen.findByRole('button', { name: 'Прочитать вслух' }))
  return user
}

test('the words are read, until the user stops them or they end', async () => {
  const user = await openMenu()
  await user.click(await screen.findByRole('menuitem', { name: 'Голосом браузера, бесплатно' }))
  expect(spoken.map(({ text, lang }) => [text, lang])).toEqual([['Море солёное. Фрагмент кода.', 'ru-RU']])
  await user.click(await screen.findByRole('button', { name: 'Остановить чтение' }))
  expect(spoken).toEqual([])
  await user.click(await screen.findByRole('button', { name: 'Прочитать вслух' }))
  await user.click(await screen.findByRole('menuitem', { name: 'Голосом браузера, бесплатно' }))
  act(() => void spoken[0]?.dispatchEvent(new Event('end')))
  await screen.findByRole('button', { name: 'Прочитать вслух' })
})

test('ElevenLabs gets the words, at the price that is shown', async () => {
  const user = await openMenu()
  await user.click(await screen.findByRole('menuitem', { name: 'Файлом от ElevenLabs за 1 токен' }))
  await waitFor(() => expect(address()).toBe('/elevenlabs'))
  expect(handedOver()).toBe('Море солёное.\nФрагмент кода.')
})

test('what is longer than ElevenLabs takes ends with a whole word, and the menu says so', async () => {
  const user = await openMenu('Слово и ещё одно. '.repeat(1200))
  await user.click(await screen.findByRole('menuitem', { name: /Только начало: 19\s99\d из 21\s599 символов/ }))
  await waitFor(() => expect(handedOver()).toMatch(/^Слово.+(?:Слово|и|ещё|одно\.)$/))
  expect(handedOver().length).toBeLessThanOrEqual(20_000)
})
