// Own changes of a document that happen while something else does: a save, another version, another tab.
import { waitFor } from '@testing-library/react'
import { expect, test } from 'vitest'
import { documentBox, DocumentBox } from '#web/src/chat/documents/document-draft.ts'
import type { Answers } from '../fake-api.ts'
import { toasts } from '../toasts.ts'
import { documentServer } from './documents-server.ts'
import { ended, letter, openDocument, textField } from './open-document.tsx'

/** A server whose saving of versions waits. */
function slowlySaving() {
  const documents = documentServer([letter])
  const call = 'POST /chat/documents/7/versions'
  const { promise, resolve } = Promise.withResolvers<void>()
  const save: Answers[string] = async (asked) => {
    await promise
    return documents.answers[call]!(asked)
  }
  return { documents, answers: { [call]: save }, save: resolve }
}

test('what is typed while a version is being saved stays, on top of that version', async () => {
  const { documents, answers, save } = slowlySaving()
  const { user, panel } = await openDocument(documents, { answers })
  const field = await textField(panel)
  await user.type(field, ' Раз')
  await user.keyboard('{Control>}s{/Control}')
  await user.type(field, ' два')
  save()
  await waitFor(() => expect(toasts).toContain('success: Версия сохранена'))
  expect(field.value).toBe(`${letter} Раз два`)
  expect(panel.getByText('Ваши правки')).toBeTruthy()
  await user.keyboard('{Control>}s{/Control}')
  await panel.findByText('Версия 3 из 3')
  expect(documents.versions.map(({ text }) => text)).toEqual([letter, `${letter} Раз`, `${letter} Раз два`])
})

test('what is typed while a request saves the changes before it stays beside the new version', async () => {
  const { documents, answers, save } = slowlySaving()
  const { user, panel, server } = await openDocument(documents, { answers })
  const field = await textField(panel)
  await user.type(field, ' Раз')
  await user.click(panel.getByRole('button', { name: 'Короче' }))
  await user.click(panel.getByRole('button', { name: 'Изменить документ' }))
  await user.type(field, ' два')
  save()
  await waitFor(() => expect(server.questions()).toHaveLength(1))
  expect(server.questions()[0]?.body).toMatchObject({ prompt: expect.stringContaining(`${letter} Раз\n`) })
  documents.finish('Тише!')
  ended(server)
  await panel.findByText(/появилась новая версия/)
  expect((await textField(panel)).value).toBe(`${letter} Раз два`)
})

test('a new version is shown though the versions before it were looked through', async () => {
  const { user, panel, server, documents } = await openDocument(documentServer(['Первая', 'Вторая']))
  await user.click(await panel.findByRole('button', { name: 'Предыдущая версия' }))
  await panel.findByText('Версия 1 из 2')
  await user.click(panel.getByRole('button', { name: 'Следующая версия' }))
  await panel.findByText('Версия 2 из 2')
  await user.click(panel.getByRole('button', { name: 'Короче' }))
  await user.click(panel.getByRole('button', { name: 'Изменить документ' }))
  await waitFor(() => expect(server.questions()).toHaveLength(1))
  documents.finish('Третья')
  ended(server)
  await panel.findByText('Версия 3 из 3')
  expect((await textField(panel)).value).toBe('Третья')
})

test('after a look at the newest version one can type in it', async () => {
  const { user, panel } = await openDocument(documentServer(['Первая', 'Вторая']))
  await user.click(await panel.findByRole('button', { name: 'Предыдущая версия' }))
  await user.click(panel.getByRole('button', { name: 'Следующая версия' }))
  await panel.findByText('Версия 2 из 2')
  await user.type(await textField(panel), ' и ещё')
  expect((await textField(panel)).value).toBe('Вторая и ещё')
})

const stored = () => Object.entries(localStorage).find(([key]) => key.includes('document:9'))

/** A change that the browser tells the other tabs of. */
function told(change: () => void): void {
  const before = stored()
  change()
  const after = stored()
  const [key = ''] = after ?? before ?? []
  const event = { key, oldValue: before?.[1] ?? null, newValue: after?.[1] ?? null }
  window.dispatchEvent(new StorageEvent('storage', event))
}

test('another tab takes over what is written, and keeps it when it stores something else', () => {
  const [one, other] = [documentBox(9, 'user'), new DocumentBox(9, 'user')]
  const edit = { base: 1, text: 'Мои правки' }
  told(() => one.put({ edit }))
  expect(other.draft().edit).toEqual(edit)
  told(() => other.put({ request: 'Короче' }))
  expect(one.draft()).toMatchObject({ edit, request: 'Короче' })
  expect(new DocumentBox(9, 'user').draft()).toMatchObject({ edit, request: 'Короче' })
  const asked = { request: 'Короче', model: 'gpt-4o-mini', base: 1, start: 0, end: 4 }
  const sent = { ...asked, operationId: crypto.randomUUID(), isRefused: false }
  told(() => one.put({ sent }))
  expect(other.draft().sent).toEqual(sent)
  // What this tab has typed meanwhile is its own.
  other.type({ request: 'Короче и проще' })
  told(() => one.put({ sent: null, request: '', edit: null }))
  expect(other.draft()).toMatchObject({ sent: null, request: 'Короче и проще', edit: null })
  other.put({ request: '' })
})
