import { queryOptions } from '@tanstack/react-query'
import type { Conversation } from '#contract/chats.ts'
import { createShare, listShares, revokeShare } from '#contract/shares.ts'
import { formatDateTime } from '../../base/format/dates.ts'
import { sharesKey } from '../../base/http/query-keys.ts'
import { call } from '../../base/session/client.ts'
import { ShareDialog } from '../../base/ui/share-dialog.tsx'

const sharesQuery = (conversationId: number) =>
  queryOptions({
    queryKey: [...sharesKey, conversationId],
    queryFn: async ({ signal }) => (await call(listShares, { conversationId }, { signal })).items
  })

interface ShareChatDialogProps {
  conversation: Pick<Conversation, 'id' | 'title'>
  open: boolean
  onClose: () => void
}

/** Makes and revokes links to copies of a conversation. */
export const ShareChatDialog = ({ conversation: { id, title }, open, onClose }: ShareChatDialogProps) => (
  <ShareDialog
    open={open}
    onClose={onClose}
    title="Поделиться чатом"
    description={<span className="wrap-anywhere">{`«${title}»`}</span>}
    notes={[
      'Каждый, у кого есть ссылка, прочитает запросы, ответы и имена файлов, которые сейчас видны в чате.',
      'Ваше имя, почта и списания не видны. Всё, что вы написали в чате, — видно.',
      'Это копия: что будет написано потом, в неё не попадёт.'
    ]}
    label="Ссылки на этот чат"
    query={sharesQuery(id)}
    captionOf={({ created_at: at }) => `Копия от ${formatDateTime(at)}`}
    make={(operationId) => call(createShare, { id }, { headers: { 'idempotency-key': operationId } })}
    revoke={(link) => call(revokeShare, { id: link.id })}
    height="h-11"
  />
)
