import { ArrowLeft } from 'lucide-react'
import { Button } from '../../base/ui/button.tsx'

export const BackToChat = ({ onClick }: { onClick: () => void }) => (
  <Button variant="ghost" size="small" icon={<ArrowLeft size={16} aria-hidden />} onClick={onClick} className="my-2">
    К чату
  </Button>
)
