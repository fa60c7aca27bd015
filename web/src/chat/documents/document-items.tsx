// The documents of a chat, in its menu: there when there are any.
import { useQuery } from '@tanstack/react-query'
import { FilePen } from 'lucide-react'
import { useNavigate } from 'react-router-dom'
import type { Conversation } from '#contract/chats.ts'
import { MenuItem, MenuSeparator } from '../../base/ui/menu.tsx'
import { chatPathOf } from '../conversations/conversations.ts'
import { documentsOfQuery } from './document-calls.ts'
import { showDocument } from './open-document.ts'

export function DocumentItems({ conversation }: { conversation: Conversation }) {
  const { id } = conversation
  const { data = [] } = useQuery(documentsOfQuery(id))
  const navigate = useNavigate()
  if (data.length === 0) return null
  return (
    <>
      <MenuSeparator />
      <p className="px-3 pt-1 text-caption text-ink-soft">Документы этого чата</p>
      {data.map((one) => (
        <MenuItem
          key={one.id}
          icon={<FilePen size={16} />}
          onSelect={() =>
            showDocument({ navigate, page: { path: chatPathOf(conversation) }, conversationId: id }, one.id)
          }
        >
          <span className="max-w-60 truncate">{one.title}</span>
        </MenuItem>
      ))}
      <MenuSeparator />
    </>
  )
}
