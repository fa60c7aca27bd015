import { useNavigate } from 'react-router-dom'
import { paths } from '../../base/paths.ts'
import { useSession } from '../../base/session/session.tsx'
import { tellLeft } from '../../base/ui/tell-left.ts'

/** Signs out, goes home, and says so. */
export function useLeaving() {
  const { signOut } = useSession()
  const navigate = useNavigate()
  return async () => {
    const told = signOut()
    await navigate(paths.home)
    tellLeft(await told)
  }
}
