// Answers that are believed, keys that are not sent, files that are not kept.
import type { Bug } from '../world/world.ts'
import { responseOf } from '../ports/response.ts'

export const worldBugs: Record<string, Bug> = {
  'a payment is believed to be paid because a notification says so': {
    breaks: 'tokens are credited only for money that came',
    distortsShop: (shop) => (path, answer) => {
      const payment = path.startsWith('/payments/') ? shop.payments.get(path.split('/')[2] ?? '') : undefined
      return payment ? responseOf(200, { ...shop.view(payment), status: 'succeeded', paid: true }) : answer
    }
  },
  'an order is sent with a new key each time': {
    breaks: 'an order makes one payment',
    losesKeys: true
  },
  'a refund is sent again without looking for the first one': {
    breaks: 'money goes back once for one order',
    faultRate: 0.3,
    losesKeys: true,
    distortsShop: () => {
      let made = 0
      return (path, answer) => {
        if (path.startsWith('/refunds?')) return responseOf(200, { items: [] })
        // It was made, and the caller gets no answer.
        return path === '/refunds' && made++ % 2 === 0 ? responseOf(500, {}) : answer
      }
    }
  },
  'results are not kept': {
    breaks: 'a delivered job has its file and its price',
    losesFiles: true
  },
  'refunds are missing in the history': {
    breaks: 'the history that a user sees adds up',
    hides: ({ costTokens }) => costTokens > 0
  }
}
