import { screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { Route, Routes, useLocation } from 'react-router-dom'
import { renderAt } from '../render-page.tsx'
import { handedPromptIn } from '#web/src/base/page/handed-prompt.ts'
import { Page as ChatPage } from '#web/src/chat/page.tsx'

/** Shows what was handed over to it. */
const AnotherPage = () => <p aria-label="another page">{handedPromptIn(useLocation().state)}</p>

/** Opens a chat page as after a reload: memory is empty, storage is kept. */
export async function openChat(address: string) {
  const page = renderAt(
    address,
    <Routes>
      {['/chatgpt', '/claude', '/xai', '/gpt5'].map((path) => (
        <Route key={path} path={path} element={<ChatPage />} />
      ))}
      <Route path="*" element={<AnotherPage />} />
    </Routes>
  )
  await screen.findByRole('textbox', { name: 'Ваш запрос' })
  return { user: userEvent.setup(), leave: page.unmount }
}

export const field = () => screen.getByRole<HTMLTextAreaElement>('textbox', { name: 'Ваш запрос' })
/** On another page. */
export const handedOver = () => screen.getByLabelText('another page').textContent
export const address = () => screen.getByLabelText('address').textContent
export const sendButton = () => screen.getByRole<HTMLButtonElement>('button', { name: /^Отправить/ })
