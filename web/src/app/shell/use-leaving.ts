import { useNavigate } from 'react-router-dom'
import { paths } from '../../base/paths.ts'
import { useSession } from '../../base/session/session.tsx'
import { notify } from '../../base/ui/notify.ts'

/** Signs out, goes home, and says so. */
export function useLeaving() {
  const { signOut } = useSession()
  const navigate = useNavigate()
  return async () => {
    const told = signOut()
    await navigate(paths.home)
    if (await told) notify.success('Вы вышли из системы. До свидания!')
    else notify.error('Ошибка при выходе: здесь вы вышли, но сервер об этом не узнал')
  }
}
