// Input of calls that name an object, with one of another user and with one that does not exist: for access-matrix.security.test.ts.
import { env } from 'cloudflare:workers'
import { finishedJobId } from './owner.ts'

export const jobShareAims = (ownersShare: string) => ({
  createJobShare: {
    theirs: { id: finishedJobId, days: null, withPrompt: true },
    nobodys: { id: 'work-of-nobody', days: null, withPrompt: true }
  },
  listJobShares: { theirs: { finishedJobId }, nobodys: { finishedJobId: 'work-of-nobody' } },
  revokeJobShare: { theirs: { id: ownersShare }, nobodys: { id: 'share-of-nobody' } }
})

/** Gives the user a passkey. */
export async function passkeyAims(userId: string) {
  const id = `passkey-of-${userId}`
  await env.DB.prepare("insert into passkeys values (?1, ?2, '', 0, null, 'Телефон', 0, 1, null)")
    .bind(id, userId)
    .run()
  return {
    renamePasskey: { theirs: { id, name: 'Чужой' }, nobodys: { id: 'passkey-of-nobody', name: 'Чужой' } },
    removePasskey: { theirs: { id }, nobodys: { id: 'passkey-of-nobody' } }
  }
}
