import { CircleAlert } from 'lucide-react'
import type { ReactNode } from 'react'
import { HelpButton } from '../base/ui/help-button.tsx'

interface NoticeProps {
  /** The way out. */
  action?: ReactNode
  children: ReactNode
}

/** What stands in the way of the next request, before it is refused. */
export const Notice = ({ action, children }: NoticeProps) => (
  <div className="mt-6 flex flex-wrap items-center gap-x-4 gap-y-3 rounded-card border border-line bg-accent-soft py-3 pr-3 pl-4 text-small">
    <CircleAlert size={18} className="shrink-0 text-accent-strong max-sm:hidden" aria-hidden />
    <output className="min-w-0 grow basis-60">{children}</output>
    {action}
  </div>
)

/** An operator must look at the account first. @param fate what becomes of the tokens */
export const FrozenNotice = ({ fate }: { fate: string }) => (
  <Notice action={<HelpButton about={{ what: 'Операции по счёту приостановлены' }} variant="primary" />}>
    {`Операции по счёту приостановлены: новый запрос пока не начать. ${fate} Напишите в поддержку, мы во всём разберёмся.`}
  </Notice>
)
