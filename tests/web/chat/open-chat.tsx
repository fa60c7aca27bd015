import { screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { Route, Routes } from 'react-router-dom'
import { renderAt } from '../render-page.tsx'
import { Page as ChatPage } from '#web/src/chat/page.tsx'

/** Opens a chat page as after a reload: memory is empty, storage is kept. */
export async function openChat(address: string) {
  const page = renderAt(
    address,
    <Routes>
      {['/chatgpt', '/claude', '/xai', '/gpt5'].map((path) => (
        <Route key={path} path={path} element={<ChatPage />} />
      ))}
      <Route path="*" element={<p>another page</p>} />
    </Routes>
  )
  await screen.findByRole('textbox', { name: 'Ваш запрос' })
  return { user: userEvent.setup(), leave: page.unmount }
}

export const field = () => screen.getByRole<HTMLTextAreaElement>('textbox', { name: 'Ваш запрос' })
export const address = () => screen.getByLabelText('address').textContent
export const sendButton = () => screen.getByRole<HTMLButtonElement>('button', { name: /^Отправить/ })
