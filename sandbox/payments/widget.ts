/**
 * Stands in for yookassa.ru/checkout-widget/v1/checkout-widget.js: the same class, options, events and error codes
 * (yookassa.ru/developers/payment-acceptance/integration-scenarios/widget/reference). Like the real one, it shows a
 * frame of its own origin, so that card numbers never reach the site's page.
 */
export const WIDGET_SCRIPT = `(() => {
  const origin = new URL(document.currentScript.src).origin
  const styled = (element, style) => (Object.assign(element.style, style), element)

  class YooMoneyCheckoutWidget {
    #options
    #callbacks = new Map()
    #frame = null
    #listen = (event) => this.#receive(event)

    constructor(options = {}) {
      this.#options = options
    }

    on(event, callback) {
      this.#callbacks.set(event, callback)
    }

    async render(containerId) {
      const { confirmation_token: token, return_url: returnUrl } = this.#options
      const problem = this.#problem(token, returnUrl)
      if (problem) return this.#fail(problem)
      this.#frame = styled(document.createElement('iframe'), { border: '0', width: '100%', minHeight: '30rem' })
      this.#frame.title = 'Оплата картой'
      this.#frame.src = origin + '/checkout-widget/v1/form?token=' + encodeURIComponent(token)
      window.addEventListener('message', this.#listen)
      const parent = document.getElementById(containerId)
      if (!parent) throw new Error('The container of the widget is missing')
      parent.append(this.#frame)
      await new Promise((resolve) => this.#frame.addEventListener('load', resolve, { once: true }))
    }

    destroy() {
      window.removeEventListener('message', this.#listen)
      this.#frame?.remove()
      this.#frame = null
    }

    #problem(token, returnUrl) {
      if (!token) return 'token_required'
      if (returnUrl !== undefined && !/^https?:\\/\\//.test(returnUrl)) return 'invalid_return_url'
      return null
    }

    #receive(event) {
      if (event.origin !== origin || event.source !== this.#frame?.contentWindow) return
      const { type, error } = event.data ?? {}
      if (type === 'error') return this.#fail(error)
      if (type !== 'success' && type !== 'fail') return
      if (error) this.#fail(error)
      if (this.#options.return_url) return window.location.assign(this.#options.return_url)
      if (this.#callbacks.has('complete')) this.#emit('complete', { status: type })
      else this.#emit(type)
    }

    #emit(event, details) {
      this.#callbacks.get(event)?.(details)
    }

    #fail(error) {
      this.#options.error_callback?.({ error })
    }
  }

  window.YooMoneyCheckoutWidget = YooMoneyCheckoutWidget
})()
`
