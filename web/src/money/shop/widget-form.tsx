import { useEffect, useEffectEvent, useState } from 'react'
import { paymentPath } from '../../base/paths.ts'
import { Skeleton } from '../../base/ui/skeleton.tsx'
import type { Payable } from './begin.ts'
import { showWidget, type WidgetProblem } from './widget.ts'

const containerId = 'payment-form'

interface WidgetFormProps {
  payable: Payable
  /** Where the page of the result leads back to. */
  back: string | undefined
  onSuccess: () => void
  onProblem: (problem: WidgetProblem) => void
  onClose: () => void
}

/** The provider's form, drawn by the provider's script. */
export function WidgetForm({ payable, back, onSuccess, onProblem, onClose }: WidgetFormProps) {
  const [ready, setReady] = useState(false)
  const succeed = useEffectEvent(onSuccess)
  const meet = useEffectEvent(onProblem)
  const close = useEffectEvent(onClose)
  useEffect(
    () =>
      showWidget({
        widgetUrl: payable.widgetUrl,
        confirmationToken: payable.confirmationToken,
        returnUrl: new URL(paymentPath(payable.id, back), window.location.href).href,
        containerId,
        onReady: () => setReady(true),
        onSuccess: () => succeed(),
        onProblem: (problem) => meet(problem),
        onClose: () => close()
      }),
    [payable, back]
  )
  return (
    <div className="relative mt-4 min-h-56">
      {!ready && (
        <output aria-label="Загрузка формы оплаты" className="absolute inset-0 flex flex-col gap-4">
          <Skeleton className="h-8 w-2/3" />
          <Skeleton className="h-12" />
          <Skeleton className="h-12 w-40" />
        </output>
      )}
      <div id={containerId} className="relative overflow-hidden rounded-control" />
    </div>
  )
}
