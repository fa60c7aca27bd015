import { useState } from 'react'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Link2 } from 'lucide-react'
import type { Conversation } from '#contract/chats.ts'
import { useSingleMutation } from '../../base/form/use-single-mutation.ts'
import { formatDateTime } from '../../base/format/dates.ts'
import { errorText } from '../../base/http/error-text.ts'
import { newOperationId } from '../../base/storage/operation-id.ts'
import { Button } from '../../base/ui/button.tsx'
import { Dialog } from '../../base/ui/dialog.tsx'
import { IssuedLinks } from '../../base/ui/issued-links.tsx'
import { notify } from '../../base/ui/notify.ts'
import { revoke, share, sharesQuery } from './share-calls.ts'

interface ShareDialogProps {
  conversation: Pick<Conversation, 'id' | 'title'>
  open: boolean
  onClose: () => void
}

/** Makes and revokes links to copies of a conversation. */
export const ShareDialog = ({ conversation, open, onClose }: ShareDialogProps) => (
  <Dialog
    open={open}
    onOpenChange={(isOpen) => !isOpen && onClose()}
    title="Поделиться чатом"
    description={<span className="wrap-anywhere">{`«${conversation.title}»`}</span>}
  >
    <ul className="mt-4 flex list-disc flex-col gap-1 pl-5 text-small text-ink-soft">
      <li>Каждый, у кого есть ссылка, прочитает запросы, ответы и имена файлов, которые сейчас видны в чате.</li>
      <li>Ваше имя, почта и списания не видны. Всё, что вы написали в чате, — видно.</li>
      <li>Это копия: что будет написано потом, в неё не попадёт.</li>
    </ul>
    <Links id={conversation.id} />
  </Dialog>
)

function Links({ id }: { id: number }) {
  const queries = useQueryClient()
  // A click that is repeated because its answer was lost gets the same link.
  const [operationId, setOperationId] = useState(newOperationId)
  const { data: links, isError, refetch } = useQuery(sharesQuery(id))
  const making = useSingleMutation({
    mutationFn: (wanted: string) => share(queries, id, wanted),
    onSuccess: () => setOperationId(newOperationId()),
    onError: (error) => notify.error(errorText(error, 'Не удалось создать ссылку'))
  })
  return (
    <IssuedLinks
      links={links}
      isError={isError}
      onRetry={() => void refetch()}
      label="Ссылки на этот чат"
      captionOf={({ created_at: at }) => `Копия от ${formatDateTime(at)}`}
      revoke={(link) => revoke(queries, link)}
      height="h-11"
    >
      <Button
        variant={links?.length ? 'secondary' : 'primary'}
        icon={<Link2 size={18} />}
        busy={making.isPending}
        onClick={() => making.start(operationId)}
        className="mt-5 w-full"
      >
        {links?.length ? 'Новая ссылка' : 'Создать ссылку'}
      </Button>
    </IssuedLinks>
  )
}
