// A shared work says that a model made it, where the operator wants that.
import { screen } from '@testing-library/react'
import { expect, it } from 'vitest'
import { SharedJobView } from '#web/src/jobs/shared-job.tsx'
import { fakeApi, succeed } from './fake-api.ts'
import { renderAt } from './render-page.tsx'

const work = { kind: 'audio', service: 'elevenlabs', prompt: null, created_at: 1, expires_at: null, files: [] }

it.each([true, undefined] as const)('it is said where the answer says so (%s)', async (mark) => {
  fakeApi({ 'GET /shared-works/token': () => succeed({ ...work, ...(mark && { ai_mark: mark }) }) })
  renderAt('/shared?t=token', <SharedJobView token="token" />)
  await screen.findByRole('heading', { level: 1 })
  expect(screen.queryAllByText('Создано с помощью ИИ')).toHaveLength(mark ? 1 : 0)
})
