import { act, fireEvent, screen, waitFor } from '@testing-library/react'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { toasts } from '../toasts.ts'
import { finished, jobOf } from '../jobs-sample.ts'
import { standInForFileFields } from './file-stand-in.tsx'
import { address, openSignedIn, prompt, startStudio, submitButton, write } from './open-studio.tsx'
import { studioServer } from './studio-server.ts'
import { leaveHere } from '#web/src/base/session/session-store.ts'
import { beginNewPage } from '#web/src/base/storage/page-store.ts'
import { studioBox } from '#web/src/media/form/studio-box.ts'

beforeEach(standInForFileFields)

const choose = (name: string) => fireEvent.click(screen.getByRole('radio', { name }))
const isChosen = (name: string) => screen.getByRole<HTMLInputElement>('radio', { name }).checked
const key = 'studio-draft:/flux'
describe('the draft', () => {
  test('is kept for each page through a reload', async () => {
    const first = await startStudio('/flux')
    write('лиса')
    choose('3:2')
    first.unload()
    const other = await openSignedIn('/midjourney')
    expect(prompt().value).toBe('')
    other.unload()
    await openSignedIn('/flux')
    expect(prompt().value).toBe('лиса')
    expect(isChosen('3:2')).toBe(true)
  })

  test('is not stored by a page that a new page has replaced', () => {
    vi.useFakeTimers()
    const box = studioBox(key, [], null)
    box.change({ prompt: 'лиса' })
    beginNewPage()
    vi.runAllTimers()
    window.dispatchEvent(new Event('pagehide'))
    expect(localStorage.getItem(key)).toBeNull()
  })

  test('of a visitor is taken over by the user who signs in, and that of one user is never shown to another', async () => {
    const visitor = await startStudio('/flux', { signedIn: false })
    write('лиса')
    visitor.unload()
    const anna = await startStudio('/flux')
    expect(prompt().value).toBe('лиса')
    anna.unload()
    await startStudio('/flux', { name: 'boris' })
    await waitFor(() => expect(prompt().value).toBe(''))
    expect(localStorage.getItem(key)).not.toContain('лиса')
  })

  test('follows changes from another tab', async () => {
    await startStudio('/flux')
    write('лиса')
    await waitFor(() => expect(localStorage.getItem(key)).toContain('лиса'))
    const before = localStorage.getItem(key) ?? ''
    const after = before.replace('лиса', 'лиса в снегу')
    act(() => void window.dispatchEvent(new StorageEvent('storage', { key, oldValue: before, newValue: after })))
    expect(prompt().value).toBe('лиса в снегу')
    act(() => void window.dispatchEvent(new StorageEvent('storage', { key, oldValue: before, newValue: before })))
    expect(prompt().value).toBe('лиса в снегу')
  })

  test('stays when another tab begins another one, and is stored again when it is left by a user who stays', async () => {
    const { leave } = await startStudio('/flux')
    write('лиса')
    await waitFor(() => expect(localStorage.getItem(key)).toContain('лиса'))
    const before = localStorage.getItem(key) ?? ''
    const { operationId } = JSON.parse(before) as { operationId: string }
    const other = before.replace('лиса', 'ёж').replace(operationId, crypto.randomUUID())
    const follow = () => window.dispatchEvent(new StorageEvent('storage', { key, oldValue: before, newValue: other }))
    localStorage.setItem(key, other)
    act(() => void follow())
    expect(prompt().value).toBe('лиса')
    window.dispatchEvent(new Event('pagehide'))
    expect(localStorage.getItem(key)).toBe(before)
    leave()
    follow()
    leaveHere()
    window.dispatchEvent(new Event('pagehide'))
    expect(localStorage.getItem(key)).toBeNull()
  })

  test('that is broken or older than a change of the form is replaced by the defaults', async () => {
    const values = { prompt: 'лиса', model: 'flux-old', aspectRatio: '2:3', colour: 'red' }
    localStorage.setItem(key, JSON.stringify({ operationId: 'operation-1', values, sent: null, owner: null }))
    const first = await startStudio('/flux')
    expect([prompt().value, isChosen('2:3')]).toEqual(['лиса', true])
    expect(screen.getByRole<HTMLInputElement>('radio', { name: /^flux-schnell/ }).checked).toBe(true)
    first.leave()
    localStorage.setItem(key, '{"operationId":')
    await openSignedIn('/flux')
    expect(prompt().value).toBe('')
  })

  test('works without storage', async () => {
    studioServer()
    const blocked = vi.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
      throw new DOMException('full')
    })
    await openSignedIn('/flux')
    write('лиса')
    window.dispatchEvent(new Event('pagehide'))
    expect(blocked).toHaveBeenCalled()
    expect(submitButton().ariaDisabled).toBeNull()
    blocked.mockRestore()
  })
})

describe('a link to repeat a job', () => {
  test('fills the form with all settings of the job and is removed from the address', async () => {
    const parameters = { prompt: 'замок', negativePrompt: 'туман', model: 'artistic', steps: 44, cfgScale: 12.5 }
    await startStudio('/stable-diffusion?repeat=old-job-1', {
      jobs: [finished(jobOf('stable-diffusion', { id: 'old-job-1', parameters }))]
    })
    await waitFor(() => expect(prompt().value).toBe('замок'))
    await waitFor(() => expect(address()).toBe('/stable-diffusion'))
    expect(isChosen('Artistic')).toBe(true)
    expect(screen.getAllByRole<HTMLInputElement>('slider').map(({ value }) => value)).toEqual(['44', '12.5'])
    expect(toasts).toEqual([])
  })

  test('asks the user to upload the files again', async () => {
    const job = finished(jobOf('stability', { id: 'old-job-2', parameters: { tool: 'enhance' }, uploads: ['image'] }))
    await startStudio('/stability?repeat=old-job-2', { jobs: [job] })
    await waitFor(() => expect(isChosen('Улучшить')).toBe(true))
    expect(toasts).toEqual(['info: Настройки те же. Файлы загрузите заново'])
    expect(submitButton().ariaDisabled).toBe('true')
  })

  test('to a job that is deleted or of another tool changes nothing', async () => {
    const { leave } = await startStudio('/luma?repeat=other-tool-1', { jobs: [jobOf('flux', { id: 'other-tool-1' })] })
    await waitFor(() => expect(toasts).toEqual(['error: Такой работы нет']))
    leave()
    await openSignedIn('/luma?repeat=never-was-1')
    await waitFor(() => expect(toasts).toHaveLength(2))
    await waitFor(() => expect(address()).toBe('/luma'))
    expect(prompt().value).toBe('')
  })
})

test('a link from the history chooses the model', async () => {
  await startStudio('/flux?open=1&model=flux-pro&ts=1795000000000')
  await waitFor(() => expect(address()).toBe('/flux'))
  expect(screen.getByRole<HTMLInputElement>('radio', { name: /^flux-pro/ }).checked).toBe(true)
})
