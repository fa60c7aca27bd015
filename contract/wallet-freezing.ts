/** Why a wallet is frozen when a refund would take back more tokens than it was ever given. */
export const excessRefund = 'a refund takes back more than was ever credited'
