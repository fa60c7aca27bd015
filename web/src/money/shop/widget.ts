// YooKassa's payment widget (yookassa.ru/developers/payment-acceptance/integration-scenarios/widget/reference). Its script
// is loaded when the user pays, from the URL that the server names. Its events are only hints: the state of a payment comes from
// our server.
import { pageStore } from '../../base/storage/page-store.ts'

interface Checkout {
  on(event: 'success' | 'fail' | 'modal_close', callback: () => void): void
  render(containerId: string): Promise<unknown>
  destroy(): void
}

type CheckoutClass = new (options: {
  confirmation_token: string
  return_url: string
  error_callback: (error: unknown) => void
}) => Checkout

declare global {
  interface Window {
    YooMoneyCheckoutWidget?: CheckoutClass
  }
}

/** Texts for the user. After the first three, nothing was paid. */
export const widgetTexts = {
  script: 'Не удалось загрузить виджет ЮKassa',
  start: 'Ошибка при инициализации платежа',
  render: 'Ошибка при отображении формы оплаты',
  payment: 'Ошибка при проведении платежа'
} as const
export type WidgetProblem = keyof typeof widgetTexts

const scripts = pageStore(() => new Map<string, Promise<void>>())

function loadScript(url: string): Promise<void> {
  const loads = scripts.getState()
  const known = loads.get(url)
  if (known) return known
  const loading = new Promise<void>((resolve, reject) => {
    const script = document.createElement('script')
    // Throws when the page's policy refuses the URL.
    script.src = url
    script.addEventListener('load', () => resolve())
    script.addEventListener('error', () => {
      script.remove()
      reject(new Error('The widget script did not load'))
    })
    document.head.append(script)
  })
  loads.set(url, loading)
  loading.catch(() => loads.delete(url))
  return loading
}

async function loadCheckout(url: string): Promise<CheckoutClass> {
  await loadScript(url)
  if (!window.YooMoneyCheckoutWidget) throw new Error('The widget script defined no widget')
  return window.YooMoneyCheckoutWidget
}

/** The widget passes an error code as it is, or inside an object. */
function codeOf(error: unknown): unknown {
  if (typeof error !== 'object' || error === null) return error
  return 'error' in error ? error.error : 'code' in error ? error.code : undefined
}

/** The only code for a failed payment; all others are about starting the widget. */
const paymentCode = 'internal_service_error'

interface WidgetOptions {
  widgetUrl: string
  confirmationToken: string
  /** The absolute URL to which the bank's page and the widget redirect the user. */
  returnUrl: string
  containerId: string
  onReady: () => void
  onSuccess: () => void
  onProblem: (problem: WidgetProblem) => void
  onClose: () => void
}

/** Renders the widget into its container. Returns a function that removes it; no callback is called after that. */
export function showWidget(options: WidgetOptions): () => void {
  let removed = false
  let failed = false
  let checkout: Checkout | undefined
  const report = (problem: WidgetProblem) => {
    if (removed || failed) return
    failed = true
    options.onProblem(problem)
  }
  const unlessRemoved = (callback: () => void) => () => {
    if (!removed) callback()
  }

  async function show() {
    const Checkout = await loadCheckout(options.widgetUrl).catch(() => null)
    if (removed) return
    if (!Checkout) return report('script')
    try {
      checkout = new Checkout({
        confirmation_token: options.confirmationToken,
        return_url: options.returnUrl,
        error_callback: (error) => report(codeOf(error) === paymentCode ? 'payment' : 'start')
      })
    } catch {
      return report('start')
    }
    checkout.on('success', unlessRemoved(options.onSuccess))
    checkout.on('fail', () => report('payment'))
    checkout.on('modal_close', unlessRemoved(options.onClose))
    try {
      await checkout.render(options.containerId)
      if (!failed) unlessRemoved(options.onReady)()
    } catch {
      report('render')
    }
  }

  void show()
  return () => {
    removed = true
    checkout?.destroy()
  }
}
