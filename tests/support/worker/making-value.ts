// How each call of operators makes value.
import type { operatorEndpoints } from '#tests/support/endpoints.ts'
import type { ValueKind } from '#contract/value-kinds.ts'

export type Name = keyof typeof operatorEndpoints

/** By which kind a call makes value; of the others, why it makes none. */
export const making: Partial<Record<Name, ValueKind | { nothing: string }>> = {
  changeTokens: 'tokens',
  correctWallet: 'correction',
  addCode: 'code',
  beginCampaign: 'campaign',
  extendPremium: 'premium',
  decidePayment: 'payment',
  releaseOperatorJob: 'job',
  decideTokens: { nothing: 'carries out what has passed the gate, or declines it' },
  thawWallet: { nothing: 'changes no balance, and only when all lines agree' },
  refundMoney: { nothing: 'returns what was paid, to the card that paid; what was spent of it is owed' },
  cancelPremium: { nothing: 'takes a renewal away' },
  closeMonth: { nothing: 'stores figures' },
  endCode: { nothing: 'takes a code away' },
  endCampaign: { nothing: 'takes a campaign away' },
  addAnnouncement: { nothing: 'is a text' },
  endAnnouncement: { nothing: 'is a text' },
  setPrice: { nothing: 'is a price for everybody, of at least a token, told before' },
  setUpstreamModel: { nothing: 'is a model for everybody' },
  cancelPriceChange: { nothing: 'leaves a price as it is' },
  grantRole: { nothing: 'a new role agrees to nothing and has the limit of who gave it' },
  endRole: { nothing: 'takes a role away' },
  resetFactor: { nothing: 'takes an authenticator away, which is an alarm' },
  leaveConsole: { nothing: 'ends a session' },
  retryOperatorJob: { nothing: 'goes on with what was reserved, or counted when it was released' },
  cancelOperatorJob: { nothing: 'releases what was reserved' },
  switchOff: { nothing: 'closes a service' },
  switchOn: { nothing: 'opens a service' },
  retryDeadLetter: { nothing: 'goes on with what was begun' },
  closeDeadLetter: { nothing: 'forgets a message' },
  resolveAlarm: { nothing: 'is a note' },
  findPeople: { nothing: 'reads' },
  readPersonConversations: { nothing: 'reads' },
  readPersonConversation: { nothing: 'reads' },
  readPersonJobs: { nothing: 'reads' },
  endPersonSessions: { nothing: 'signs out' },
  blockPerson: { nothing: 'keeps out' },
  unblockPerson: { nothing: 'lets in' },
  beginErasure: { nothing: 'takes an account away' },
  takeBackErasure: { nothing: 'leaves an account' },
  resendMail: { nothing: 'sends what was sent' }
}
