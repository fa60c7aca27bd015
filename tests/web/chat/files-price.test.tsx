// What files add to the price of a question, as each kind of account reads it before and after it asks.
import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { type Draft, emptyDraft } from '#web/src/chat/draft/draft.ts'
import { draftKey } from '#web/src/chat/draft/draft-box.ts'
import { succeed } from '../fake-api.ts'
import { pictureFile } from './chat-server.ts'
import { startChat } from './open-chat.tsx'

test.each([
  ['free', 'За файлы: +2 токена к цене запроса'],
  ['paid', 'За файлы: +2 токена к цене запроса'],
  ['premium', 'Файлы увидит модель. По подписке они ничего не стоят']
] as const)('a user on the plan %s reads: %s', async (plan, text) => {
  const draft: Draft = { ...emptyDraft(null), prompt: 'Что тут?', files: [pictureFile] }
  localStorage.setItem(draftKey('/claude', null), JSON.stringify(draft))
  await startChat('/claude', {
    plan,
    answers: { 'GET /chat/attachments/file-1': () => succeed({ attachment: pictureFile }) }
  })
  await screen.findByRole('button', { name: 'Убрать файл снимок.png' })
  expect((await screen.findByText(/^(За файлы|Файлы увидит)/)).textContent?.replaceAll('\u00a0', ' ')).toBe(text)
})
