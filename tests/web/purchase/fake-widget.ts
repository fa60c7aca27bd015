// A stand-in for YooKassa's widget: the test decides whether the script loads and which events the widget sends.
import { vi } from 'vitest'

export interface ShownWidget {
  options: { confirmation_token: string; return_url: string; error_callback: (error: unknown) => void }
  tell: (event: 'success' | 'fail' | 'modal_close') => void
  containerId: string | null
  destroyed: boolean
}

interface FakeWidgetOptions {
  /** How loading the script ends. */
  script?: 'loads' | 'fails' | 'is empty'
  /** Throws when it is created, or when it renders. */
  breaks?: 'start' | 'render'
}

/** Every widget that was created, and how often the script was loaded. */
export function fakeWidget({ script = 'loads', breaks }: FakeWidgetOptions = {}) {
  const shown: ShownWidget[] = []
  const scripts: string[] = []

  class YooMoneyCheckoutWidget {
    #shown: ShownWidget
    #callbacks = new Map<string, () => void>()

    constructor(options: ShownWidget['options']) {
      if (breaks === 'start') throw new Error('Wrong options')
      const tell = (event: string) => this.#callbacks.get(event)?.()
      this.#shown = { options, tell, containerId: null, destroyed: false }
      shown.push(this.#shown)
    }

    on(event: string, callback: () => void) {
      this.#callbacks.set(event, callback)
    }

    async render(containerId: string) {
      if (breaks === 'render') throw new Error('Nothing to draw on')
      this.#shown.containerId = containerId
    }

    destroy() {
      this.#shown.destroyed = true
    }
  }

  vi.spyOn(document.head, 'append').mockImplementation((...nodes) => {
    for (const node of nodes) {
      if (!(node instanceof HTMLScriptElement)) continue
      scripts.push(node.src)
      if (script === 'loads') vi.stubGlobal('YooMoneyCheckoutWidget', YooMoneyCheckoutWidget)
      queueMicrotask(() => node.dispatchEvent(new Event(script === 'fails' ? 'error' : 'load')))
    }
  })
  return { shown, scripts }
}
