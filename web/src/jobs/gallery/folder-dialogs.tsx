import { useQuery, useQueryClient } from '@tanstack/react-query'
import { libraryFolders } from '#contract/library.ts'
import { call } from '../../base/session/client.ts'
import { FolderDialogs, type FolderTask } from '../../base/ui/folder-dialogs.tsx'
import { foldersChanged, foldersQuery } from './library-calls.ts'

interface LibraryFolderDialogsProps {
  task: FolderTask
  onClose: () => void
  /** A new folder was made, to be shown. */
  onMade: (folderId: number) => void
  /** The folder is gone. */
  onDeleted: () => void
}

/** The dialogs about the folders of the library. */
export function LibraryFolderDialogs({ onDeleted, ...props }: LibraryFolderDialogsProps) {
  const queries = useQueryClient()
  const { data: folders = [] } = useQuery(foldersQuery)
  const reread = () => foldersChanged(queries)
  return (
    <FolderDialogs
      {...props}
      folders={folders}
      calls={{
        create: async (name) => {
          const { folder } = await call(libraryFolders.create, { name })
          await reread()
          return folder.id
        },
        rename: (id, name) => call(libraryFolders.rename, { id, name }).then(reread),
        remove: (id) => call(libraryFolders.remove, { id })
      }}
      contents="Работы"
      newLabel="Название новой папки"
      // The page first leaves the folder, whose list no longer exists.
      onDeleted={() => {
        onDeleted()
        void reread()
      }}
    />
  )
}
