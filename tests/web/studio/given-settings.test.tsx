import { screen, waitFor } from '@testing-library/react'
import { describe, expect, test } from 'vitest'
import { toasts } from '../toasts.ts'
import { address, openSignedIn, prompt, startStudio, submitButton, write } from './open-studio.tsx'

const query = new URLSearchParams({ prompt: 'лиса', model: 'flux-pro', aspectRatio: '9:99' })

describe('a link with a prompt', () => {
  test('fills the form with the values it accepts, and submits nothing', async () => {
    await startStudio(`/flux?${query}`)
    await waitFor(() => expect(prompt().value).toBe('лиса'))
    expect(submitButton().textContent).toContain('3 токена')
    expect(screen.getByRole<HTMLInputElement>('radio', { name: '1:1' }).checked).toBe(true)
    await waitFor(() => expect(address()).toBe('/flux'))
    expect(toasts).toEqual([])
  })

  test('fills the form for a visitor as well', async () => {
    await startStudio(`/flux?${query}`, { signedIn: false })
    await waitFor(() => expect(prompt().value).toBe('лиса'))
  })

  test('shows a toast when it replaced the settings of the user', async () => {
    const first = await startStudio('/flux')
    write('кит')
    first.unload()
    await openSignedIn(`/flux?${query}`)
    await waitFor(() => expect(prompt().value).toBe('лиса'))
    expect(toasts).toEqual(['info: Настройки из ссылки заменили ваши'])
  })
})
