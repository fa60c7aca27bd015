import { useEffect } from 'react'
import type { ChatPage } from '#contract/catalogue/chat.ts'
import { pageAt, windowTitle } from '../base/pages.ts'

/** The window is named after the open conversation, so that several tabs can be told apart. */
export function useWindowTitle({ path }: ChatPage, name: string | null): void {
  useEffect(() => {
    const own = windowTitle(pageAt(path).title)
    if (name === null) return
    document.title = `${name} · ${own}`
    return () => {
      // Another page has already put its own.
      if (document.title === `${name} · ${own}`) document.title = own
    }
  }, [path, name])
}
