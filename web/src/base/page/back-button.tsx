import { ArrowLeft } from 'lucide-react'
import { useNavigate } from 'react-router-dom'
import { paths } from '../paths.ts'
import { IconButton } from '../ui/icon-button.tsx'

export function BackButton() {
  const navigate = useNavigate()
  // A page opened from a link or a bookmark has no earlier page of this site in its history.
  const back = () => void (window.history.state?.idx > 0 ? navigate(-1) : navigate(paths.home))
  return <IconButton label="Назад" icon={<ArrowLeft size={20} />} onClick={back} />
}
