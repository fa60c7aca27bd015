// A month of Premium as its mails tell it, and a renewal that was declined.
export const plan = {
  periodEnd: Date.UTC(2027, 1, 28, 9),
  renewsAt: Date.UTC(2027, 1, 28, 9),
  priceKopecks: 99_000,
  methodTitle: 'Карта *4444'
}
export const unsavedPlan = { ...plan, renewsAt: null, methodTitle: null }
export const decline = { reason: 'insufficient_funds', decidedAt: plan.periodEnd }
