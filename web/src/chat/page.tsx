import { useLocation } from 'react-router-dom'
import { chatPageOf } from './texts/chat-pages.ts'
import { chatPaths } from '#contract/catalogue/chat.ts'
import { ChatView } from './chat-view.tsx'
import { Page as NotFoundPage } from '../base/page/not-found-page.tsx'

/** All chat pages; the address says which one. */
export function Page() {
  const { pathname } = useLocation()
  const path = chatPaths.find((candidate) => candidate === pathname)
  return path ? <ChatView key={path} page={chatPageOf(path)} /> : <NotFoundPage />
}
