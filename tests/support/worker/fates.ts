// What becomes of every stored text column about a person: a new column needs a decision here.

import { accountFates } from './fates-of-accounts.ts'

/**
 * shown: in the archive, erased with the account. internal: not in the archive, erased with the account. books: not in
 * the archive, kept without a name. shown, books: in the archive, kept. kept: stays, because it tells of no person.
 */
export type Fate = 'shown' | 'internal' | 'shown, books' | 'books' | 'kept'

/** Columns that the books keep. */
const books = (names: string) => Object.fromEntries(names.split(' ').map((name) => [name, 'books' as const]))

export const fates: Record<string, Record<string, Fate>> = {
  users: {
    email: 'shown',
    canonical_email: 'internal',
    password_hash: 'internal',
    display_name: 'shown',
    about: 'shown',
    ready_channel: 'shown',
    invite_code: 'shown',
    email_vouched_by: 'shown',
    register_id: 'internal'
  },
  ...accountFates,
  push_devices: { id: 'internal', session_id: 'internal', endpoint: 'shown', p256dh: 'internal', auth: 'internal' },
  ready_messages: { id: 'internal', facts: 'internal', done_devices: 'internal' },
  consents: { document: 'shown', version: 'shown', ip: 'shown' },
  service_switches: { service: 'kept', model: 'kept', reason: 'kept', switched_by: 'kept' },
  dead_letters: {
    queue: 'kept',
    kind: 'kept',
    subject: 'kept',
    row_id: 'kept',
    reason: 'kept',
    error: 'kept',
    resolution: 'kept',
    action_id: 'kept'
  },
  bonus_grants: { address_hash: 'kept' },
  promo_redemptions: { code: 'kept', address_hash: 'kept' },
  // Who invited is a user id too: erased with its account, but the canary stands for another user's.
  invitations: { id: 'kept', inviter_id: 'kept', campaign_id: 'kept', payment_id: 'books' },
  invitation_campaigns: { id: 'kept', created_by: 'kept' },
  promo_codes: { code: 'kept', created_by: 'kept' },
  price_overrides: {
    id: 'kept',
    kind: 'kept',
    service: 'kept',
    item: 'kept',
    upstream_model: 'kept',
    created_by: 'kept',
    reason: 'kept',
    cancelled_by: 'kept'
  },
  route_attempts: { model: 'kept', supplier: 'kept', upstream_model: 'kept', outcome: 'kept', surface: 'kept' },
  suppliers: {
    id: 'kept',
    name: 'kept',
    dialect: 'kept',
    base_url: 'kept',
    sealed_key: 'kept',
    created_by: 'kept',
    changed_by: 'kept'
  },
  supplier_lists: { supplier: 'kept', base_url: 'kept' },
  supplier_models: { supplier: 'kept', model: 'kept', seen: 'kept' },
  model_changes: {
    id: 'kept',
    kind: 'kept',
    model_id: 'kept',
    definition: 'kept',
    created_by: 'kept',
    reason: 'kept',
    cancelled_by: 'kept'
  },
  announcements: { id: 'kept', text: 'kept', severity: 'kept', created_by: 'kept' },
  erased_people: { register_id: 'kept', account: 'kept' },
  sessions: {
    id: 'internal',
    refresh_hash: 'internal',
    previous_refresh_hash: 'internal',
    user_agent: 'shown',
    ip: 'shown',
    place: 'shown'
  },
  instructions: { role: 'shown', instruction: 'shown' },
  memory_settings: {},
  memory_lines: { text: 'shown' },
  memory_offers: { operation_id: 'internal', text: 'shown' },
  roles: { name: 'shown', instruction: 'shown', model: 'shown' },
  conversation_counts: { service: 'internal', section: 'internal' },
  folders: { kind: 'internal', name: 'shown' },
  projects: { instruction: 'shown' },
  project_files: { attachment_id: 'shown' },
  conversations: { title: 'shown', service: 'shown', model: 'shown', import_id: 'shown' },
  shares: { id: 'shown', token_digest: 'internal', title: 'shown' },
  documents: { kind: 'shown', title: 'shown' },
  document_versions: { text: 'shown', operation_id: 'internal', request: 'shown' },
  job_shares: { id: 'shown', job_id: 'internal', token_digest: 'internal' },
  stored_bytes: {},
  chat_settings: {},
  messages: {
    role: 'shown',
    content: 'shown',
    model: 'shown',
    operation_id: 'internal',
    outcome: 'shown',
    upstream_model: 'internal',
    supplier: 'internal',
    thinking: 'shown',
    sources: 'shown',
    works: 'shown',
    proposals: 'shown',
    read: 'shown'
  },
  attachments: {
    id: 'shown',
    name: 'shown',
    kind: 'shown',
    media_type: 'shown',
    state: 'internal',
    failure: 'internal'
  },
  message_attachments: { attachment_id: 'shown' },
  removed_attachments: { id: 'internal' },
  jobs: {
    id: 'internal',
    operation_id: 'shown',
    fingerprint: 'internal',
    kind: 'internal',
    service: 'shown',
    model: 'shown',
    provider: 'internal',
    upstream_model: 'internal',
    supply: 'internal',
    refusals: 'internal',
    parameters: 'shown',
    options: 'internal',
    language: 'internal',
    uploads: 'internal',
    made_from: 'shown',
    kept_sources: 'internal',
    batch: 'internal',
    step: 'shown',
    ticket: 'internal',
    failure: 'internal',
    step_error: 'internal',
    files: 'internal',
    redo_of: 'shown'
  },
  usage: {
    operation_id: 'shown, books',
    service: 'shown, books',
    action: 'shown, books',
    model: 'shown, books',
    upstream_model: 'shown, books',
    outcome: 'shown, books'
  },
  ledger_entries: { operation_id: 'books', kind: 'books', reason: 'books' },
  book_walks: { cursor: 'kept' },
  payments: {
    id: 'shown, books',
    operation_id: 'books',
    package_id: 'books',
    currency: 'shown, books',
    status: 'shown, books',
    idempotence_key: 'books',
    receipt_email: 'shown',
    provider_payment_id: 'books',
    confirmation_token: 'books',
    cancellation_reason: 'books',
    mismatch: 'books',
    review_decision: 'books',
    receipt_status: 'books'
  },
  refunds: {
    ...books('id payment_id operation_id status idempotence_key provider_refund_id failure receipt_status'),
    receipt_email: 'internal'
  },
  second_receipts: {
    ...books('id payment_id status idempotence_key provider_receipt_id failure payment_subject'),
    receipt_email: 'internal'
  },
  money_returns: books('id payment_id'),
  refund_searches: { provider: 'kept', cursor: 'kept' },
  subscriptions: {
    id: 'internal',
    state: 'shown',
    method_id: 'internal',
    method_title: 'shown',
    decline_reason: 'shown',
    change_id: 'internal'
  },
  premium_gifts: { action_id: 'books' },
  subscription_periods: { payment_id: 'shown', subscription_id: 'internal' },
  outgoing_mails: { id: 'internal', facts: 'shown' },
  operators: { name: 'kept', role: 'kept', granted_by: 'kept', factor: 'internal' },
  token_changes: {
    id: 'books',
    kind: 'books',
    subject: 'books',
    terms: 'books',
    refusal: 'books',
    limit_of: 'books',
    reason: 'books',
    asked_by: 'books',
    asked_by_id: 'books',
    state: 'books',
    decided_by: 'books',
    decided_by_id: 'books'
  },
  operator_sessions: { id: 'internal', session_id: 'internal' },
  closings: { month: 'kept', figures: 'kept', closed_by: 'kept', night: 'kept' },
  backups: { stage: 'kept', cursor: 'books', digest: 'kept', failed: 'books', long_wallet: 'books' },
  restores: { id: 'kept', scope: 'kept', operator: 'kept', reason: 'kept' },
  daily_figures: { day: 'kept', figure: 'kept', service: 'kept' },
  counted_days: { day: 'kept' },
  provider_outages: { provider: 'kept', code: 'kept' },
  route_states: { supplier: 'kept', model: 'kept', failure: 'kept' },
  duties: { duty: 'kept' },
  alarm_counts: { name: 'kept' },
  bucket_sizes: { bucket: 'kept', cursor: 'kept' },
  alarms: { kind: 'books', subject: 'books', detail: 'books', told: 'books', resolved_by: 'books', note: 'books' },
  provider_places: { job_id: 'kept', provider: 'kept' },
  reconciliations: { stage: 'books', cursor: 'books' },
  reconciliation_differences: { kind: 'books', subject: 'books', detail: 'books' },
  operator_actions: {
    id: 'books',
    phase: 'books',
    operator: 'books',
    action: 'books',
    subject: 'books',
    request: 'books',
    reason: 'books',
    facts: 'books'
  }
}
