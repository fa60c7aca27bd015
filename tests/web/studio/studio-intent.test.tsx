import { act, fireEvent, screen, waitFor } from '@testing-library/react'
import { accepted } from './studio-server.ts'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { refuse } from '../fake-api.ts'
import { toasts } from '../toasts.ts'
import { finished, jobOf } from '../jobs-sample.ts'
import { standInForFileFields } from './file-stand-in.tsx'
import { form, openSignedIn, prompt, results, startStudio, submitButton, write } from './open-studio.tsx'

beforeEach(standInForFileFields)

describe('one request is charged once', () => {
  test('several clicks and keys at once send one request', async () => {
    const { server } = await startStudio('/midjourney')
    write('лиса')
    const button = submitButton()
    // Before and after React renders again.
    act(() => {
      fireEvent.click(button)
      fireEvent.click(button)
      fireEvent.submit(form())
    })
    fireEvent.click(button)
    fireEvent.keyDown(form(), { key: 'Enter', metaKey: true })
    await results().findByRole('article')
    expect(server.submitted()).toHaveLength(1)
  })

  test('the id stays after a refusal and a reload, changes with the settings, and is renewed once a job is accepted', async () => {
    let refused = true
    const { server, leave } = await startStudio('/midjourney', {
      onSubmit: ({ headers, body }) => {
        const job = jobOf('midjourney', {
          id: headers.get('idempotency-key') ?? '',
          parameters: body as Record<string, string>
        })
        return refused
          ? refuse(402, { error: 'Insufficient tokens', code: 'INSUFFICIENT_TOKENS' })
          : accepted(finished(job))
      }
    })
    const press = async (times: number) => {
      fireEvent.click(submitButton())
      await waitFor(() => expect(server.submitted()).toHaveLength(times))
      await waitFor(() => expect(submitButton().ariaDisabled).toBeNull())
    }
    write('лиса')
    await press(1)
    expect(toasts.at(-1)).toBe('error: Недостаточно токенов для выполнения запроса')
    await press(2)
    leave()
    await openSignedIn('/midjourney')
    expect(prompt().value).toBe('лиса')
    await press(3)
    expect(new Set(server.keys()).size).toBe(1)

    fireEvent.click(screen.getByRole('radio', { name: '16:9' }))
    refused = false
    await press(4)
    expect(toasts.at(-1)).toBe('success: Изображение сгенерировано! Использовано 2 токена')
    // Not the second click of a double click.
    const later = performance.now() + 1000
    vi.spyOn(performance, 'now').mockReturnValue(later)
    await press(5)
    expect(new Set(server.keys()).size).toBe(3)
    expect(prompt().value).toBe('лиса')
  })

  test('a request whose answer was lost is repeated under its id, so its job does not start twice', async () => {
    let broken = true
    const jobs = [jobOf('flux', { state: 'checking' })]
    const { server, hear } = await startStudio('/flux', {
      jobs,
      onSubmit: ({ headers, body }) => {
        const id = headers.get('idempotency-key') ?? ''
        if (broken) return refuse(500, { error: 'Сбой' })
        const job = finished(jobOf('flux', { id, parameters: body as Record<string, string> }))
        return accepted(job)
      }
    })
    write('лиса')
    fireEvent.click(submitButton())
    await waitFor(() => expect(toasts.at(-1)).toBe('error: Ошибка при генерации изображения: Сбой'))
    const attempts = server.submitted().length
    expect(new Set(server.keys()).size).toBe(1)
    // A live message tells that the server had accepted it.
    hear(finished(jobOf('flux', { id: server.keys()[0] ?? '' })))
    broken = false
    fireEvent.click(submitButton())
    await waitFor(() => expect(server.submitted()).toHaveLength(attempts + 1))
    expect(new Set(server.keys()).size).toBe(2)
  })

  test('leaving the page before the answer still renews the id', async () => {
    const answer = Promise.withResolvers<Response>()
    const { server, leave } = await startStudio('/flux', { onSubmit: () => answer.promise })
    write('лиса')
    fireEvent.click(submitButton())
    await waitFor(() => expect(server.submitted()).toHaveLength(1))
    const id = server.keys()[0] ?? ''
    expect(localStorage.getItem('studio-draft:/flux')).toContain(id)
    leave()
    const job = jobOf('flux', { id })
    answer.resolve(accepted(job))
    await waitFor(() => expect(localStorage.getItem('studio-draft:/flux')).not.toContain(id))
    expect(localStorage.getItem('studio-draft:/flux')).toContain('лиса')
  })

  test('a limit of the user is told in the words of the server', async () => {
    await startStudio('/veo3', { onSubmit: () => refuse(402, { code: 'BUDGET_EXCEEDED', error: 'Лимит исчерпан' }) })
    write('лиса')
    fireEvent.click(submitButton())
    await waitFor(() => expect(toasts.at(-1)).toBe('error: Лимит исчерпан'))
  })

  test.each([
    ['that belongs to another request', 422, 'IDEMPOTENCY_MISMATCH'],
    ['whose request came to nothing', 503, 'JOB_NOT_SUBMITTED']
  ])('an id %s is replaced', async (_, status, code) => {
    const { server } = await startStudio('/veo3', { onSubmit: () => refuse(status, { code, error: 'Другой запрос' }) })
    write('лиса')
    fireEvent.click(submitButton())
    await waitFor(() => expect(toasts.at(-1)).toBe('error: Ошибка при генерации видео: Другой запрос'))
    fireEvent.click(submitButton())
    await waitFor(() => expect(server.submitted()).toHaveLength(2))
    expect(new Set(server.keys()).size).toBe(2)
  })
})
