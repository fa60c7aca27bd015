import { screen, waitFor, within } from '@testing-library/react'
import { type UserEvent, userEvent } from '@testing-library/user-event'
import { type Location, Route, Routes, useLocation } from 'react-router-dom'
import { expect } from 'vitest'
import { renderAt } from '../render-page.tsx'
import { handedPromptIn } from '#web/src/base/page/handed-prompt.ts'
import { type Draft, emptyDraft } from '#web/src/chat/draft/draft.ts'
import { draftKey } from '#web/src/chat/draft/draft-box.ts'
import { Page as ChatPage } from '#web/src/chat/page.tsx'
import { chatServer } from './chat-server.ts'
import { write } from '../write.ts'

/** Shows what was handed over to it. */
const AnotherPage = () => <p aria-label="another page">{handedPromptIn(useLocation().state)}</p>

/** A chat page and what stands beside it: as the layout has them, both stay when the address changes. */
const WithSide = () => (
  <>
    <ChatPage.Side />
    <main>
      <ChatPage />
    </main>
  </>
)

/** The list of chats beside the page. */
export const chatsColumn = () => screen.getByRole('complementary', { name: 'Чаты' })

/** Opens a chat page as after a reload: memory is empty, storage is kept. */
export async function openChat(address: string | Partial<Location>) {
  const page = renderAt(
    address,
    <Routes>
      {['/chatgpt', '/claude', '/xai', '/gpt5'].map((path) => (
        <Route key={path} path={path} element={<WithSide />} />
      ))}
      <Route path="*" element={<AnotherPage />} />
    </Routes>
  )
  await screen.findByRole('textbox', { name: 'Ваш запрос' })
  return { user: userEvent.setup(), leave: page.unmount }
}

/** Opens one with a server of its own. */
export async function startChat(address: string | Partial<Location>, settings?: Parameters<typeof chatServer>[0]) {
  const server = chatServer(settings)
  return { server, ...(await openChat(address)) }
}

export const field = () => screen.getByRole<HTMLTextAreaElement>('textbox', { name: 'Ваш запрос' })
/** On another page. */
export const handedOver = () => screen.getByLabelText('another page').textContent
export const address = () => screen.getByLabelText('address').textContent
export const sendButton = () => screen.getByRole<HTMLButtonElement>('button', { name: /^Отправить/ })

export const writeQuestion = (user: UserEvent, question: string) => write(user, field(), question)

/** Writes a question and sends it by the button. */
export async function ask(user: UserEvent, question: string) {
  await writeQuestion(user, question)
  await waitFor(() => expect(sendButton().disabled).toBe(false))
  await user.click(sendButton())
}

/** Chooses from the menu of a chat in a list. */
export async function chooseFor(user: UserEvent, chat: string, item: string, list = chatsColumn()) {
  await user.click(await within(list).findByRole('button', { name: `Действия с чатом «${chat}»` }))
  await user.click(await screen.findByRole('menuitem', { name: item }))
}

/** Keeps a draft as a visit before would have. */
export function keepDraft(path: string, part: Partial<Draft>, chat: number | null = null) {
  localStorage.setItem(draftKey(path, chat), JSON.stringify({ ...emptyDraft(null), ...part }))
}
