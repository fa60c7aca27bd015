/**
 * The states of a refund that an operator ordered. created: the order is stored, the provider may or may not know it.
 * pending: the provider has accepted it and the money is still on its way. canceled: the provider accepted it and did not
 * carry it out. refused: the provider did not accept it.
 */
export type RefundStatus = 'created' | 'pending' | 'succeeded' | 'canceled' | 'refused'
