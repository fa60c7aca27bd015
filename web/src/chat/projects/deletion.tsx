import { useQuery } from '@tanstack/react-query'
import type { Folder } from '#contract/folders.ts'
import { filesWord } from './project-words.ts'
import { projectQuery } from './use-project.ts'

/** What goes with a folder that is deleted, and what stays. While it is not known, what may go. */
export function Deletion({ folder: { id, name } }: { folder: Folder }) {
  const { data } = useQuery(projectQuery(id))
  return <span>{`Чаты из папки «${name}» останутся в общем списке. ${lossOf(data)}`}</span>
}

function lossOf(project: { files: readonly unknown[]; instruction: string } | undefined): string {
  if (!project) return 'Файлы и инструкция проекта, если они есть, будут удалены.'
  const { files, instruction } = project
  if (files.length === 0) return instruction === '' ? '' : 'Инструкция проекта будет удалена.'
  const isAlone = instruction === '' ? 'будут удалены' : 'и его инструкция будут удалены'
  return `Файлы проекта (${filesWord(files.length)}) ${isAlone}. Файлы, приложенные к вопросам, останутся в своих чатах.`
}
