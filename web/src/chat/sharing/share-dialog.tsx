import { useState } from 'react'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Check, Copy, Link2 } from 'lucide-react'
import type { Conversation } from '#contract/chats.ts'
import type { Share } from '#contract/shares.ts'
import { useSingleMutation } from '../../base/form/use-single-mutation.ts'
import { formatDateTime } from '../../base/format/dates.ts'
import { errorText } from '../../base/http/error-text.ts'
import { newOperationId } from '../../base/storage/operation-id.ts'
import { Button } from '../../base/ui/button.tsx'
import { Dialog } from '../../base/ui/dialog.tsx'
import { notify } from '../../base/ui/notify.ts'
import { Skeleton } from '../../base/ui/skeleton.tsx'
import { LoadFailure } from '../../base/ui/states.tsx'
import { useCopy } from '../../base/ui/use-copy.ts'
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
    description={<span className="wrap-anywhere">«{conversation.title}»</span>}
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
    <>
      <Button
        variant={links?.length ? 'secondary' : 'primary'}
        icon={<Link2 size={18} />}
        busy={making.isPending}
        onClick={() => making.start(operationId)}
        className="mt-5 w-full"
      >
        {links?.length ? 'Новая ссылка' : 'Создать ссылку'}
      </Button>
      {!links && isError && <LoadFailure what="ссылки" onRetry={() => void refetch()} />}
      {!links && !isError && <Skeleton className="mt-5 h-20" />}
      {links && links.length > 0 && (
        <ul aria-label="Ссылки на этот чат" className="mt-5 flex flex-col gap-3">
          {links.map((link) => (
            <LinkRow key={link.id} link={link} />
          ))}
        </ul>
      )}
    </>
  )
}

function LinkRow({ link }: { link: Share }) {
  const queries = useQueryClient()
  const { copied, copy } = useCopy(link.url ?? '')
  const made = formatDateTime(link.created_at)
  const revoking = useSingleMutation({
    mutationFn: (revoked: Share) => revoke(queries, revoked),
    onSuccess: () => notify.success('Ссылка больше не работает'),
    onError: (error) => notify.error(errorText(error, 'Не удалось отозвать ссылку'))
  })
  return (
    <li className="rounded-card border border-line p-3">
      <p className="text-caption text-ink-soft">Копия от {made}</p>
      {link.url === null ? (
        <p className="mt-1 text-small">Адрес показать уже нельзя, но у тех, кому вы его дали, он работает.</p>
      ) : (
        <input
          readOnly
          aria-label={`Ссылка от ${made}`}
          value={link.url}
          onFocus={(event) => event.target.select()}
          className="mt-1 w-full truncate rounded-small bg-sunken px-2 py-1.5 text-small"
        />
      )}
      <div className="mt-2 flex flex-wrap gap-2">
        {link.url !== null && (
          <Button
            size="small"
            variant="accent"
            icon={copied ? <Check size={16} /> : <Copy size={16} />}
            onClick={copy}
            aria-label={`Копировать ссылку от ${made}`}
          >
            {copied ? 'Скопировано' : 'Копировать'}
          </Button>
        )}
        <Button
          size="small"
          variant="danger"
          busy={revoking.isPending}
          onClick={() => revoking.start(link)}
          aria-label={`Отозвать ссылку от ${made}`}
        >
          Отозвать
        </Button>
      </div>
    </li>
  )
}
