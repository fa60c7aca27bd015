// Renders parts of the operators' console with what they need around them.
import { QueryClientContext } from '@tanstack/react-query'
import { render } from '@testing-library/react'
import type { ReactNode } from 'react'
import type { OperatorRole } from '#contract/permissions.ts'
import { OperatorContext } from '#web/console/src/base/use-operator.ts'
import { queryClient } from '#web/src/base/http/query-client.ts'
import { beginNewPage } from '#web/src/base/storage/page-store.ts'

export const sessionOf = (role: OperatorRole) => ({
  name: 'anna',
  role,
  entered_at: Date.now(),
  ends_at: Date.now() + 8 * 60 * 60 * 1000,
  now: Date.now()
})

export function renderInConsole(children: ReactNode, role: OperatorRole = 'owner') {
  beginNewPage()
  return render(
    <QueryClientContext value={queryClient}>
      <OperatorContext value={sessionOf(role)}>{children}</OperatorContext>
    </QueryClientContext>
  )
}
