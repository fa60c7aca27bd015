import { LockKeyhole, TriangleAlert } from 'lucide-react'
import { useEffect, useEffectEvent, useState } from 'react'
import { formatRubles } from '../../base/format/money.ts'
import { Button } from '../../base/ui/button.tsx'
import { Dialog } from '../../base/ui/dialog.tsx'
import { HelpButton } from '../../base/ui/help-button.tsx'
import { Spinner } from '../../base/ui/spinner.tsx'
import { priceOfOrder, type Order, receivedText } from './choice.ts'
import type { Purchase } from './use-purchase.ts'
import { paymentPath } from '../../base/links.ts'
import { Skeleton } from '../../base/ui/skeleton.tsx'
import type { Payable } from './begin.ts'
import { showWidget, type WidgetProblem } from './widget.ts'

/** Shown from the click on the pay button until the result page opens. */
export const PaymentDialog = ({ order, purchase }: { order: Order | null; purchase: Purchase }) => (
  <Dialog
    open={purchase.stage.name !== 'choosing'}
    onOpenChange={(open) => !open && purchase.close()}
    title="Оплата"
    description={order && `${receivedText(order)} за ${formatRubles(priceOfOrder(order))}`}
    closeLabel="Закрыть оплату"
    staysOnOutsideClick
    className="sm:max-w-lg"
  >
    <Content purchase={purchase} />
  </Dialog>
)

function Content({ purchase }: { purchase: Purchase }) {
  const { stage, retry, close, meetProblem, showResult } = purchase
  switch (stage.name) {
    case 'choosing':
      return null
    case 'beginning':
      return <Waiting title="Создаём платёж…" />
    case 'delayed':
      return (
        <Waiting
          title="Проверяем оплату"
          text="Платёжная система отвечает дольше обычного. Заказ сохранён, второго не будет; окно можно не закрывать."
        />
      )
    case 'paying':
      return (
        <>
          <WidgetForm
            payable={stage.payable}
            back={purchase.back}
            onSuccess={() => showResult(stage.payable.id)}
            onProblem={(problem) => void meetProblem(stage.payable, problem)}
            onClose={close}
          />
          <p className="mt-4 flex gap-2 text-caption text-ink-faint">
            <LockKeyhole size={15} className="mt-px shrink-0" aria-hidden />
            Данные карты принимает ЮKassa: на наш сайт они не попадают.
          </p>
        </>
      )
    case 'leaving':
      return <Waiting title="Открываем результат…" />
    case 'failed':
      return (
        <Failure
          text={stage.text}
          onRetry={() => {
            if (stage.reload) window.location.reload()
            else retry()
          }}
          onClose={close}
        />
      )
    default:
      return stage satisfies never
  }
}

const Waiting = ({ title, text }: { title: string; text?: string }) => (
  <output className="flex min-h-56 flex-col items-center justify-center gap-3 text-center">
    <span className="text-ink-faint">
      <Spinner size={28} />
    </span>
    <span className="font-medium">{title}</span>
    {text && <span className="max-w-sm text-small text-ink-soft">{text}</span>}
  </output>
)

const Failure = ({ text, onRetry, onClose }: { text: string; onRetry: () => void; onClose: () => void }) => (
  <div className="flex min-h-56 flex-col items-center justify-center gap-3 pt-4 text-center">
    <span className="grid size-14 place-items-center rounded-full bg-danger-soft text-danger">
      <TriangleAlert size={24} aria-hidden />
    </span>
    <p role="alert" className="font-medium">
      {text}
    </p>
    <div className="mt-3 flex flex-wrap justify-center gap-3">
      <Button onClick={onRetry}>Попробовать снова</Button>
      <Button variant="secondary" onClick={onClose}>
        Закрыть
      </Button>
      <HelpButton about={{ what: text }} size="medium" />
    </div>
  </div>
)

const containerId = 'payment-form'

interface WidgetFormProps {
  payable: Payable
  /** The path that the result page links back to. */
  back: string | undefined
  onSuccess: () => void
  onProblem: (problem: WidgetProblem) => void
  onClose: () => void
}

/** The provider's form, drawn by the provider's script. */
function WidgetForm({ payable, back, onSuccess, onProblem, onClose }: WidgetFormProps) {
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
