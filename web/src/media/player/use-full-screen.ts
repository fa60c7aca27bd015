import { useEffect, useState, type RefObject } from 'react'

/** Full screen for an element; on iPhones, which show nothing but films so, for the film in it. */
export function useFullScreen(room: RefObject<HTMLElement | null>, film: RefObject<HTMLMediaElement | null>) {
  const [isOn, setOn] = useState(false)

  useEffect(() => {
    const follow = () => setOn(document.fullscreenElement !== null && document.fullscreenElement === room.current)
    document.addEventListener('fullscreenchange', follow)
    return () => document.removeEventListener('fullscreenchange', follow)
  }, [room])

  function enter() {
    const { current } = room
    if (current && 'requestFullscreen' in current) return void current.requestFullscreen().catch(() => undefined)
    const video = film.current
    if (video && 'webkitEnterFullscreen' in video && typeof video.webkitEnterFullscreen === 'function')
      video.webkitEnterFullscreen()
    return undefined
  }

  return { isOn, toggle: () => (isOn ? void document.exitFullscreen() : enter()) }
}
