// What stands beside a chat on wide windows: the tools as a rail, and the chats of all services. It stays while the user goes from
// one chat page to another, with its scroll. Its list is loaded after the first frame.
import { PanelLeft } from 'lucide-react'
import { Link } from 'react-router-dom'
import { setFold } from '../base/page/folds.ts'
import { ToolsRail } from '../base/page/tools-rail.tsx'
import { siteTitle } from '../base/pages.ts'
import { paths } from '../base/paths.ts'
import { IconButton } from '../base/ui/icon-button.tsx'
import { late } from '../base/page/late.ts'
import { ChatsOfUser, ChatsTop } from './history/frame.tsx'

const Chats = late(async () => (await import('./history/lists.tsx')).Chats)

export const Side = () => (
  <>
    <ToolsRail />
    <aside
      aria-label="Чаты"
      className="sticky top-0 hidden h-dvh w-64 not-in-data-[cookie-notice=read]:pb-11 shrink-0 flex-col border-r border-line lg:flex xl:w-68 lg:in-data-[chats-panel=closed]:hidden lg:max-2xl:in-data-[document=open]:hidden"
    >
      <div className="flex h-15 shrink-0 items-center gap-2 pr-2 pl-4">
        {/* The sign beside it is a link home for everybody. */}
        <Link
          to={paths.home}
          aria-hidden
          tabIndex={-1}
          className="truncate text-small font-semibold tracking-tight xl:in-data-[tools-menu=open]:invisible"
        >
          {siteTitle}
        </Link>
        <IconButton
          label="Скрыть список чатов"
          icon={<PanelLeft size={19} />}
          data-fold="close-chats"
          onClick={() => setFold('chats', true, 'open-chats')}
          className="ml-auto"
        />
      </div>
      <ChatsTop />
      <ChatsOfUser>
        <Chats />
      </ChatsOfUser>
    </aside>
  </>
)
