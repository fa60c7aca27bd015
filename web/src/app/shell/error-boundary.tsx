import type { ReactNode } from 'react'
import { isReloading } from '../../base/page/missing-chunk.ts'
import { PageShown } from './page-shown.ts'
import { paths } from '../../base/paths.ts'
import { buttonClass } from '../../base/ui/button.tsx'
import { HelpButton } from '../../base/ui/help-button.tsx'
import { FailureBoundary } from '../../base/ui/failure-boundary.tsx'

interface ErrorBoundaryProps {
  /** When it changes, the children are rendered again after a failure. */
  place?: string
  children: ReactNode
}

/** Shows an error page when rendering throws. */
export const ErrorBoundary = ({ place, children }: ErrorBoundaryProps) => (
  <FailureBoundary drawn={place} failure={<Failure />}>
    {children}
  </FailureBoundary>
)

// The page is as far as it gets. A plain link and a reload: the router itself may be broken.
const Failure = () =>
  !isReloading() && (
    <div role="alert" className="mx-auto flex max-w-text flex-col items-center px-4 py-20 text-center">
      <PageShown />
      <h1 className="text-heading font-semibold">Что-то сломалось</h1>
      <p className="mt-3 text-ink-soft">Мы не смогли показать эту страницу. Обновите её: обычно этого достаточно.</p>
      <div className="mt-8 flex flex-wrap justify-center gap-3">
        <button type="button" className={buttonClass()} onClick={() => window.location.reload()}>
          Обновить страницу
        </button>
        <a href={paths.home} className={buttonClass({ variant: 'secondary' })}>
          На главную
        </a>
        <HelpButton about={{ what: 'Страница сломалась' }} size="medium" />
      </div>
    </div>
  )
