// Begins a campaign of invitations, once for each change: from now on, whenever it was asked for.
import { addCampaign } from '#data/directory/invitation-campaigns.ts'
import type { CarryOut } from './carry-out.ts'

export const anotherRuns = 'Приглашения уже идут: сначала остановите их'

export const beginCampaign: CarryOut<'campaign'> = async (c, { id, askedBy: createdBy }, terms) => {
  const now = Date.now()
  if (terms.endsAt !== null && terms.endsAt <= now) return 'Срок приглашений уже прошёл: попросите начать новые'
  return (await addCampaign(c.var.directory, { id, ...terms, createdAt: now, createdBy })) ? null : anotherRuns
}
