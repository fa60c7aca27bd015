import { Download, Ellipsis, Share2 } from 'lucide-react'
import type { Conversation } from '#contract/chats.ts'
import { IconButton } from '../../base/ui/icon-button.tsx'
import { Menu, MenuItem } from '../../base/ui/menu.tsx'

export type Subject = Pick<Conversation, 'id' | 'title'>

/** They open the dialogs. */
export interface ChatActs {
  share: (subject: Subject) => void
  save: (subject: Subject) => void
}

interface ChatMenuProps {
  subject: Subject
  acts: ChatActs
}

/** What can be done with the open conversation as a whole. A phone has no room for it: there the rows of the history have the same. */
export const ChatMenu = ({ subject, acts }: ChatMenuProps) => (
  <Menu
    align="end"
    trigger={<IconButton label="Действия с этим чатом" icon={<Ellipsis size={19} />} className="max-sm:hidden" />}
  >
    <LeavingItems subject={subject} acts={acts} />
  </Menu>
)

/** How a conversation leaves the page. */
export const LeavingItems = ({ subject, acts }: ChatMenuProps) => (
  <>
    <MenuItem icon={<Share2 size={16} />} onSelect={() => acts.share(subject)}>
      Поделиться…
    </MenuItem>
    <MenuItem icon={<Download size={16} />} onSelect={() => acts.save(subject)}>
      Скачать…
    </MenuItem>
  </>
)
