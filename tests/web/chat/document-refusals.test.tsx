// Changes of a document by request that make no version: they were refused, have failed, or their answer is of no use.
import { waitFor } from '@testing-library/react'
import { expect, test } from 'vitest'
import { refuse } from '../fake-api.ts'
import { toasts } from '../toasts.ts'
import { documentServer } from './documents-server.ts'
import { ended, letter, openDocument, saveButton, textField } from './open-document.tsx'
import { write } from '../write.ts'

const refusing = {
  answers: { 'POST /ai/text': () => refuse(402, { error: 'Insufficient tokens', code: 'INSUFFICIENT_TOKENS' }) }
}

test('a change that the balance cannot pay is said to be so in Russian, before it is asked for', async () => {
  const { panel } = await openDocument(undefined, { tokens: 2 })
  await panel.findByText('Недостаточно токенов для выполнения запроса')
})

test('a refused request says why, keeps its words, and is sent again under the same id', async () => {
  const { user, panel, server, documents } = await openDocument(undefined, refusing)
  await user.click(await panel.findByRole('button', { name: 'Короче' }))
  await user.click(panel.getByRole('button', { name: 'Изменить документ' }))
  await panel.findByRole('alert')
  const words = panel.getByRole<HTMLTextAreaElement>('textbox', { name: 'Что изменить' })
  expect(words.value).toBe('Короче')
  expect((await textField(panel)).value).toBe(letter)
  await user.click(panel.getByRole('button', { name: 'Изменить документ' }))
  await waitFor(() => expect(server.keys()).toHaveLength(2))
  expect(new Set(server.keys()).size).toBe(1)
  expect(documents.versions).toHaveLength(2)
})

test('a question whose refusal was no refusal, and that has failed meanwhile, is asked under another id', async () => {
  const documents = documentServer([letter])
  const { user, panel, server } = await openDocument(documents, refusing)
  await user.click(await panel.findByRole('button', { name: 'Короче' }))
  const send = () => user.click(panel.getByRole('button', { name: 'Изменить документ' }))
  await send()
  await panel.findByRole('alert')
  await waitFor(() => expect(documents.versions.at(-1)?.state).toBe('failed'))
  documents.answered.add(server.keys()[0] ?? '')
  await send()
  await panel.findByText(/Прошлая попытка не удалась/)
  expect(server.keys()).toHaveLength(1)
  await send()
  await waitFor(() => expect(new Set(server.keys()).size).toBe(2))
})

test('after a refused request another one may be sent, or a version saved, at once', async () => {
  const { user, panel, server, documents } = await openDocument(undefined, refusing)
  for (const request of ['Короче', 'Проще']) {
    await user.click(await panel.findByRole('button', { name: request }))
    await user.click(panel.getByRole('button', { name: 'Изменить документ' }))
    await panel.findByText('Недостаточно токенов', { exact: false })
    await waitFor(() => expect(documents.versions.at(-1)).toMatchObject({ request, state: 'failed' }))
  }
  expect(new Set(server.keys()).size).toBe(2)
  await write(user, await textField(panel), ' Спасибо!')
  await user.click(panel.getByRole('button', saveButton))
  await panel.findByText('Версия 2 из 2')
  expect(toasts.filter((toast) => toast.includes('Изменить не получилось'))).toEqual([])
})

test('a failed answer leaves the text and the words of the request', async () => {
  const { user, panel, server, documents } = await openDocument()
  await user.click(await panel.findByRole('button', { name: 'Проще' }))
  await user.click(panel.getByRole('button', { name: 'Изменить документ' }))
  await panel.findByText('Пишется новая версия…')
  await waitFor(() => expect(server.questions()).toHaveLength(1))
  documents.finish(null)
  ended(server)
  await waitFor(() =>
    expect(panel.getByRole<HTMLTextAreaElement>('textbox', { name: 'Что изменить' }).value).toBe('Проще')
  )
  expect(panel.getByText('Версия 1 из 1')).toBeTruthy()
  expect(toasts).toContain('error: Изменить не получилось, токены не списаны. Попробуйте ещё раз')
})

test('an answer that was paid and makes no version is told of without a word of money', async () => {
  const { user, panel, server, documents } = await openDocument()
  await user.click(await panel.findByRole('button', { name: 'Проще' }))
  await user.click(panel.getByRole('button', { name: 'Изменить документ' }))
  await panel.findByText('Пишется новая версия…')
  await waitFor(() => expect(server.questions()).toHaveLength(1))
  documents.finish(null, 'unfit')
  ended(server)
  await waitFor(() => expect(toasts).toContain('error: Изменить не получилось. Ответ остался в чате'))
  expect(panel.getByRole<HTMLTextAreaElement>('textbox', { name: 'Что изменить' }).value).toBe('Проще')
  expect(panel.getByText('Версия 1 из 1')).toBeTruthy()
})
