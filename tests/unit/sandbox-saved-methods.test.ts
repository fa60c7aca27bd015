// Saved payment methods of the sandbox's YooKassa, called through the product's adapter: saving, charging without the
// payer, declining, forgetting.
import { describe, expect, it } from 'vitest'
import type { PaymentProvider } from '#providers/payment/payment-provider.ts'
import type { Sandbox } from '#sandbox/app.ts'
import { createSaving } from '#worker/payments/create-saving.ts'
import { pay, payingSandbox, paymentOrder, post } from '../support/node/paying-upstream.ts'

const goodCard = '5555555555554444'
const saving = { ...paymentOrder, savesMethod: true }
const charging = (methodId: string, key = 'charge-1') => ({ ...paymentOrder, idempotenceKey: key, methodId })

/** Pays a payment that saves its card. @returns the saved method */
async function saved(sandbox: Sandbox, provider: PaymentProvider) {
  const { id, confirmationToken } = await provider.create(saving)
  await pay(sandbox, confirmationToken, goodCard)
  const { savedMethod } = (await provider.read(id)) ?? {}
  if (!savedMethod) throw new Error('Nothing was saved')
  return savedMethod
}

const alter = (sandbox: Sandbox, id: string, changes: object) =>
  post(sandbox, '/payments.json', { action: 'method', id, ...changes })

describe('a method', () => {
  it('is saved with its title by a paid payment that asks for it', async () => {
    const { sandbox, provider } = payingSandbox()
    const { id, savedMethod, confirmationToken } = await provider.create(saving)
    expect(savedMethod).toBeNull()
    await pay(sandbox, confirmationToken, goodCard)
    expect(await provider.read(id)).toMatchObject({ status: 'succeeded', savedMethod: { id, title: 'Карта *4444' } })
  })

  it('is not saved by a payment that does not ask for it, or that is declined', async () => {
    const { sandbox, provider } = payingSandbox()
    const plain = await provider.create(paymentOrder)
    await pay(sandbox, plain.confirmationToken, goodCard)
    const declined = await provider.create({ ...saving, idempotenceKey: 'declined' })
    await pay(sandbox, declined.confirmationToken, '5555555555554600')
    for (const { id } of [plain, declined]) expect((await provider.read(id))?.savedMethod).toBeNull()
  })

  it('is charged at once without a widget, and stays the same method', async () => {
    const { sandbox, provider } = payingSandbox()
    const method = await saved(sandbox, provider)
    const charge = await provider.create(charging(method.id))
    expect(charge).toMatchObject({ status: 'succeeded', paid: true, confirmationToken: null, savedMethod: method })
    expect(charge.id).not.toBe(method.id)
    expect(await provider.create(charging(method.id))).toEqual(charge)
  })

  it.each(['insufficient_funds', 'card_expired', 'permission_revoked'])(
    'declines with %s until the decline is removed',
    async (reason) => {
      const { sandbox, provider } = payingSandbox()
      const { id } = await saved(sandbox, provider)
      await alter(sandbox, id, { decline: reason })
      expect(await provider.create(charging(id))).toMatchObject({ status: 'canceled', cancellationReason: reason })
      await alter(sandbox, id, { decline: null })
      expect(await provider.create(charging(id, 'charge-2'))).toMatchObject({ status: 'succeeded' })
    }
  )

  it('that was forgotten or never existed is refused', async () => {
    const { sandbox, provider } = payingSandbox()
    const { id } = await saved(sandbox, provider)
    await alter(sandbox, id, { forgotten: true })
    for (const methodId of [id, 'never-was'])
      await expect(provider.create(charging(methodId, methodId))).rejects.toMatchObject({
        status: 400,
        retryable: false
      })
  })
})

describe('a shop that may not save methods', () => {
  it('completes the payment and saves nothing in the mode "off"', async () => {
    const { sandbox, provider } = payingSandbox()
    await post(sandbox, '/control.json', { saving: 'off' })
    const { id, confirmationToken } = await provider.create(saving)
    await pay(sandbox, confirmationToken, goodCard)
    expect(await provider.read(id)).toMatchObject({ status: 'succeeded', savedMethod: null })
  })

  it('gets 403 in the mode "refused", and the product then sells without saving', async () => {
    const { sandbox, provider } = payingSandbox()
    await post(sandbox, '/control.json', { saving: 'refused' })
    await expect(provider.create(saving)).rejects.toMatchObject({ status: 403, retryable: false })
    const stored: string[] = []
    const store = async (key: string) => void stored.push(key)
    const sold = await createSaving(provider, saving, store)
    expect(sold).toMatchObject({ status: 'pending', confirmationToken: expect.stringMatching(/^ct-/) })
    expect(await createSaving(provider, saving, store)).toEqual(sold)
    await expect(createSaving(provider, charging('any'), store)).rejects.toMatchObject({ status: 403 })
    expect(stored).toEqual(['key-1-once', 'key-1-once'])
  })
})
