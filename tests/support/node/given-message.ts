/** A message as the API shows it. */
export const givenMessage = (id: number, role: string, content: string, operation: string | null) => ({
  id,
  role,
  content,
  model: 'gpt-4o-mini',
  created_at: 1_795_000_000_000 + id,
  operation_id: operation,
  outcome: role === 'assistant' ? 'complete' : null,
  upstream_model: null,
  billing: null,
  parent_id: id > 1 ? id - 1 : null,
  versions: [id],
  thinking: null,
  sources: null,
  answering: null
})
