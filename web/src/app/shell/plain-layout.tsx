import { useRef, type ReactNode } from 'react'
import { CookieNotice } from './cookie-notice.tsx'
import { BackButton } from '../../base/page/back-button.tsx'
import { Brand } from './brand.tsx'
import { contentId, SkipLink } from './skip-link.tsx'
import { ThemeSwitch } from '../../base/page/theme-switch.tsx'
import { usePageChange } from './use-page-change.ts'

/** The layout of pages for a single task: signing in, confirming an email address. */
export function PlainLayout({ children }: { children: ReactNode }) {
  const content = useRef<HTMLElement>(null)
  usePageChange(content)
  return (
    <div className="flex min-h-dvh flex-col">
      <SkipLink />
      <header className="flex h-(--top-bar-height) items-center gap-1 px-2 sm:px-4">
        <BackButton />
        <Brand />
      </header>
      <CookieNotice />
      <main
        ref={content}
        id={contentId}
        tabIndex={-1}
        data-route-focus
        className="mx-auto flex w-full max-w-md grow flex-col justify-center px-4 py-8"
      >
        {children}
      </main>
      <footer className="mx-auto w-full max-w-60 px-4 pb-6">
        <ThemeSwitch />
      </footer>
    </div>
  )
}
