// What tests of changes beside planned ones have in common.
import { fireEvent, type within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { localTime } from '#web/console/src/base/local-time.ts'
import type { fakeApi } from '../fake-api.ts'
import { write } from '../write.ts'

export const minuteMs = 60_000
export const hour = Math.ceil(Date.now() / minuteMs) * minuteMs + 60 * minuteMs
export const patience = { timeout: 40_000 }
export const sent = ({ asked }: ReturnType<typeof fakeApi>) => asked.findLast(({ method }) => method === 'POST')?.body
export const startsAt = (at: number) => (field: HTMLElement) =>
  fireEvent.change(field, { target: { value: localTime(at) } })

export const planned = {
  state: 'coming' as const,
  created_at: 1,
  created_by: 'anna',
  reason: 'Договор',
  cancelled_by: null
}
export const bounds = { now: Date.now(), notice_ms: 120_000 }

export const save = async (dialog: ReturnType<typeof within>, name = 'Назначить') => {
  await write(userEvent, dialog.getByLabelText('Причина'), 'Договор')
  await userEvent.click(dialog.getByRole('button', { name }))
}
