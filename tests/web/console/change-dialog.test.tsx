import { screen, waitFor } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { useState } from 'react'
import { describe, expect, it, vi } from 'vitest'
import { endRole } from '#contract/operator/access/team.ts'
import { ChangeDialog } from '#web/console/src/ui/change-dialog.tsx'
import { fakeApi, refuse, succeed, type Asked } from '../fake-api.ts'
import { renderInConsole } from './render-console.tsx'
import { write } from '../write.ts'

function Ending({ onDone }: { onDone?: (names: string[]) => void }) {
  const [open, setOpen] = useState(false)
  return (
    <main>
      <button type="button" onClick={() => setOpen(true)}>
        Открыть
      </button>
      <ChangeDialog
        open={open}
        onClose={() => setOpen(false)}
        endpoint={endRole}
        title="Снять роль"
        description="Вход закончится сразу"
        confirm="Снять"
        done="Роль снята"
        input={(change) => ({ id: 'user-1', ...change })}
        onDone={({ team }) => onDone?.(team.map(({ name }) => name))}
      />
    </main>
  )
}

const path = 'POST /operator/team/user-1/end'
const open = () => userEvent.click(screen.getByRole('button', { name: 'Открыть' }))
const typeReason = (reason: string) => write(userEvent, screen.getByLabelText('Причина'), reason)
const confirm = () => userEvent.click(screen.getByRole('button', { name: 'Снять' }))
/** Opens the dialog and sends the change with this reason. */
async function send(reason: string) {
  await open()
  await typeReason(reason)
  await confirm()
}
const keyOf = ({ body }: Asked) => (body as { idempotency_key: string }).idempotency_key
const shut = () => userEvent.click(screen.getByRole('button', { name: 'Отменить' }))
const made = () => succeed({ team: [] })
const notLetIn = () => refuse(429, { error: 'Слишком часто' })
const closed = () => waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())

describe('a change', () => {
  it('is not sent without a reason, and the field says why', async () => {
    const api = fakeApi({})
    renderInConsole(<Ending />)
    await send('нет')
    const field = screen.getByLabelText('Причина')
    expect(field.getAttribute('aria-invalid')).toBe('true')
    expect(document.activeElement).toBe(field)
    expect(screen.getByText('Напишите причину')).toBeTruthy()
    await typeReason('!!')
    expect(screen.queryByText('Напишите причину')).toBeNull()
    expect(api.asked).toEqual([])
  })

  it('is sent by the cookie alone, closes the dialog and hands on the answer', async () => {
    localStorage.setItem('accessToken', 'of the user')
    const done = vi.fn()
    const api = fakeApi({ [path]: () => succeed({ team: [] }) })
    renderInConsole(<Ending onDone={done} />)
    await send('Ушёл из компании')
    await closed()
    expect(done).toHaveBeenCalledExactlyOnceWith([])
    const [{ body, headers } = { body: null, headers: new Headers() }] = api.asked
    expect(body).toEqual({ reason: 'Ушёл из компании', idempotency_key: expect.stringMatching(/^[\da-f]{32}$/) })
    expect(headers.get('authorization')).toBeNull()
  })

  it('that is repeated has the key of the first try; the next dialog has another', async () => {
    const answers = [
      () => refuse(503, { code: 'PAYMENT_DELAYED', error: 'Повторите позже' }),
      () => succeed({ team: [] }),
      () => succeed({ team: [] })
    ]
    const api = fakeApi({ [path]: () => answers.shift()?.() ?? refuse(500) })
    renderInConsole(<Ending />)
    await send('Ушёл из компании')
    await screen.findByText('Повторите позже')
    await confirm()
    await closed()
    await open()
    expect(screen.getByLabelText<HTMLTextAreaElement>('Причина').value).toBe('')
    await typeReason('Снова ушёл')
    await confirm()
    await closed()
    const [first, second, third] = api.asked.map(keyOf)
    expect(second).toBe(first)
    expect(third).not.toBe(first)
  })

  it('takes nothing more while it is sent, by no press either', async () => {
    const { promise, resolve } = Promise.withResolvers<Response>()
    const api = fakeApi({ [path]: () => promise })
    renderInConsole(<Ending />)
    await send('Ушёл из компании')
    const button = screen.getByRole('button', { name: 'Снять' })
    expect(document.activeElement).toBe(button)
    await userEvent.click(button)
    await userEvent.type(screen.getByLabelText('Причина'), '?')
    expect([screen.getByLabelText<HTMLTextAreaElement>('Причина').value, api.asked.length]).toEqual([
      'Ушёл из компании',
      1
    ])
    resolve(refuse(409, { code: 'CONFLICT', error: 'Это последний владелец' }))
    await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('alert')))
    await typeReason(' совсем')
    expect(screen.getByLabelText<HTMLTextAreaElement>('Причина').value).toBe('Ушёл из компании совсем')
  })

  it('that is begun is left after a question, one as it was at once', async () => {
    fakeApi({})
    renderInConsole(<Ending />)
    await open()
    await userEvent.keyboard('{Escape}')
    await closed()
    await open()
    await typeReason('Ушёл')
    await userEvent.keyboard('{Escape}')
    await screen.findByRole('dialog', { name: 'Закрыть без сохранения?' })
    await userEvent.click(screen.getByRole('button', { name: 'Не сохранять' }))
    await closed()
    await open()
    expect(screen.getByLabelText<HTMLTextAreaElement>('Причина').value).toBe('')
  })

  it('that the server refuses stays open with the words of the server', async () => {
    fakeApi({ [path]: () => refuse(409, { code: 'CONFLICT', error: 'Это последний владелец' }) })
    renderInConsole(<Ending />)
    await send('Ушёл из компании')
    expect((await screen.findByRole('alert')).textContent).toBe('Это последний владелец')
    expect(screen.getByLabelText<HTMLTextAreaElement>('Причина').value).toBe('Ушёл из компании')
  })

  it('shows at the field what the server has against it', async () => {
    const details = [{ path: 'reason', msg: 'Слишком просто' }]
    fakeApi({ [path]: () => refuse(400, { code: 'VALIDATION_FAILED', data: { details } }) })
    renderInConsole(<Ending />)
    await send('Ушёл из компании')
    expect(await screen.findByText('Слишком просто')).toBeTruthy()
    expect(document.activeElement).toBe(screen.getByLabelText('Причина'))
    await typeReason(' совсем')
    expect(screen.getByLabelText<HTMLTextAreaElement>('Причина').value).toBe('Ушёл из компании совсем')
    expect(screen.queryByRole('alert')).toBeNull()
  })
})

/** One answer after the other, for a dialog on the page. */
const sequence = (...answers: (() => Response | Promise<Response>)[]) => {
  const api = fakeApi({ [path]: () => answers.shift()?.() ?? refuse(500) })
  renderInConsole(<Ending />)
  return api
}

describe('the key of a change', () => {
  it.each([
    ['a refusal', () => refuse(409, { code: 'CONFLICT', error: 'Не вышло' })],
    ['a refused refund', () => refuse(502, { code: 'PAYMENT_FAILED', error: 'Не вышло' })]
  ])('is a new one after %s', async (_, refused) => {
    const api = sequence(refused, made)
    await send('Ушёл из компании')
    await screen.findByText('Не вышло')
    await confirm()
    await closed()
    const [first, second] = api.asked.map(keyOf)
    expect(second).not.toBe(first)
  })

  it.each([
    ['no answer', () => Promise.reject(new TypeError('Failed to fetch'))],
    ['a broken server', () => refuse(500, { error: 'Не вышло' })]
  ])('stays after %s, in another dialog with other words too, until the change is made', async (_, lost) => {
    const api = sequence(lost, notLetIn, made, made)
    for (const reason of ['Ушёл из компании', 'Ушёл вчера']) {
      await send(reason)
      await screen.findByRole('alert')
      await shut()
      await closed()
    }
    for (const reason of ['Всё же ушёл', 'Снова ушёл']) {
      await send(reason)
      await closed()
    }
    const [first, ...later] = api.asked.map(keyOf)
    expect(later.map((key) => key === first)).toEqual([true, true, false])
  })
})
