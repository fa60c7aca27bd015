// Why a payment failed, in texts for the payer, by YooKassa's `cancellation_details.reason`; `not_started`, `not_accepted`
// and `dismissed` are ours.

const otherCard = 'Попробуйте другую карту'

const declineTexts = {
  not_started: 'Платёжная система не ответила вовремя. Деньги не списаны, попробуйте ещё раз',
  not_accepted: 'Платёжная система не приняла платёж. Деньги не списаны. Попробуйте ещё раз или напишите в поддержку',
  dismissed: 'Платёж закрыт поддержкой. Если деньги списаны, напишите в поддержку',
  '3d_secure_failed': 'Платёж не подтверждён кодом из СМС или приложения банка. Попробуйте ещё раз',
  call_issuer: 'Банк отклонил платёж без объяснения. Позвоните в банк или возьмите другую карту',
  canceled_by_merchant: 'Платёж отменён',
  card_expired: `Срок действия карты истёк. ${otherCard}`,
  country_forbidden: `Картой, выпущенной в этой стране, заплатить нельзя. ${otherCard}`,
  expired_on_capture: 'Время на подтверждение платежа истекло. Деньги вернутся туда, откуда списаны',
  expired_on_confirmation: 'Время на оплату истекло. Деньги не списаны',
  fraud_suspected: `Платёж показался подозрительным и отклонён. ${otherCard}`,
  general_decline: `Банк отклонил платёж. ${otherCard} или обратитесь в банк`,
  identification_required:
    'Превышен лимит кошелька без идентификации. Подтвердите личность в ЮMoney или заплатите картой',
  insufficient_funds: 'На карте недостаточно денег',
  internal_timeout: 'Платёжная система не успела обработать платёж. Деньги не списаны, попробуйте ещё раз',
  invalid_card_number: 'Номер карты введён неверно',
  invalid_csc: 'Код с обратной стороны карты введён неверно',
  issuer_unavailable: 'Банк сейчас недоступен. Попробуйте позже',
  payment_method_limit_exceeded: `Исчерпан лимит платежей по карте. ${otherCard}`,
  payment_method_restricted: `Платежи по этой карте запрещены банком. ${otherCard}`,
  permission_revoked: 'Разрешение на автоматические платежи отозвано',
  unsupported_mobile_operator: 'Этот мобильный оператор не поддерживается. Заплатите картой'
} as const

const isKnown = (reason: string): reason is keyof typeof declineTexts => Object.hasOwn(declineTexts, reason)

/** The text of a reason, with a general text for unknown reasons. */
export const declineText = (reason: string | null): string =>
  reason !== null && isKnown(reason) ? declineTexts[reason] : 'Платёж не прошёл. Деньги не списаны, попробуйте ещё раз'

/**
 * The same for a sentence that says already that a renewal was declined, and what to do; null when there is nothing to add to that.
 */
export const renewalDeclineText = (reason: string | null): string | null =>
  reason !== null && isKnown(reason) && reason !== 'general_decline'
    ? declineTexts[reason].replace(`. ${otherCard}`, '')
    : null

export const knownDeclines = Object.keys(declineTexts)
